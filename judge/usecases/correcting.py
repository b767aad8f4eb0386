"""Corrections of a position by the GM: a unit placed or taken off, a centre given to a power. Announced and logged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.submissions import place_of
from judge.notation.adjudication import PositionError, owed
from judge.usecases.desk import Desk
from judge.usecases.gm_acts import announce, master_game
from judge.usecases.letters import Said
from judge.usecases.script import Command
from judge.usecases.signing import power_list, power_word

Lists = Mapping[str, tuple[str, ...]]


def set_unit(desk: Desk, command: Command) -> None:
    """SET UNIT power A place puts a unit there (instead of one that stands there); SET NO UNIT place takes it off."""
    game = _correctable(desk, command)
    if game is None:
        return
    variant = desk.variant(game)
    place = _place(variant, command.args["place"])
    if place is None:
        desk.refuse(command, "no_such_place", text=command.args["place"][:60])
        return
    code = place.partition("/")[0]
    room = variant.board.provinces[variant.board.index[code]].capacity
    gone = [code] if room == 1 or "no" in command.args else []
    units = _without(game.position.units, lambda text: place_of(text).partition("/")[0] in gone)
    if "no" not in command.args:
        power = power_word(variant, command.args["power"])
        if power is None:
            _no_power(desk, command, game, command.args["power"])
            return
        kind = "A" if variant.rules.armies_only else command.args.get("kind", "A")[0].upper()
        units = {**units, power: tuple(sorted((*units.get(power, ()), f"{kind} {place}")))}
    _correct(desk, command, game, replace(game.position, units=units))


def set_centre(desk: Desk, command: Command) -> None:
    """SET CENTRE place power gives a supply centre to a power, or to nobody (NONE)."""
    game = _correctable(desk, command)
    if game is None:
        return
    variant = desk.variant(game)
    place = _place(variant, command.args["place"])
    if place is None or not variant.board.provinces[variant.board.index[place]].centre:
        code = "no_such_place" if place is None else "no_centre_there"
        desk.refuse(command, code, text=command.args["place"][:60])
        return
    centres = _without(game.position.centres or {}, lambda code: code == place)
    if command.args["power"].upper() not in ("NONE", "NOBODY", "UNOWNED"):
        power = power_word(variant, command.args["power"])
        if power is None:
            _no_power(desk, command, game, command.args["power"])
            return
        centres = {**centres, power: tuple(sorted((*centres.get(power, ()), place)))}
    _correct(desk, command, game, replace(game.position, centres=centres))


def _correctable(desk: Desk, command: Command) -> Game | None:
    game = master_game(desk, command)
    if game is not None and game.stage not in (Stage.RUNNING, Stage.PAUSED):
        desk.refuse(command, "not_running", game=game.name)
        return None
    return game


def _no_power(desk: Desk, command: Command, game: Game, text: str) -> None:
    powers = power_list(desk.variant(game))
    desk.refuse(command, "no_such_power", text=text[:60], game=game.name, powers=powers)


def _correct(desk: Desk, command: Command, game: Game, position: Position) -> None:
    try:
        owed(desk.variant(game), position)
    except PositionError as fault:
        desk.refuse(command, "position_impossible", fault=str(fault))
        return
    stored = desk.keep(replace(game, position=position))
    desk.forget_owed()
    desk.settle.add(game.name)
    desk.ok(command, "corrected_ok", correction=command.text[:100])
    detail = {"line": command.text[:100], "before": game.position.to_json(), "after": position.to_json()}
    told = Said("corrected", {"game": game.name, "correction": command.text[:100]})
    announce(desk, command, stored, "CORRECT", detail, told)


def _without(lists: Lists, unwanted: Callable[[str], bool]) -> Lists:
    return {word: tuple(text for text in texts if not unwanted(text)) for word, texts in lists.items()}


def _place(variant: Variant, text: str) -> str | None:
    """A province (with its coast or berth) by its code or its name in any language."""
    name, slash, part = text.strip().rstrip(".").partition("/")
    wanted = name.strip().casefold()
    for code in variant.names["en"].provinces:
        names = (code, *(each.provinces.get(code, "") for each in variant.names.values()))
        if wanted in {each.casefold() for each in names} or wanted in variant.aliases.get(code, ()):
            return code + slash + part.upper()
    return None
