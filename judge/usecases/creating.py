"""CREATE: a game with its settings, by lines, by a preset, by another game's example, or in nJudge's one line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from judge.adjudicator.variant import Variant
from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.setting_lines import RULES, read_setting, setting_words
from judge.game.settings import BadSetting, Change, Settings
from judge.usecases.desk import Desk
from judge.usecases.letters import Said
from judge.usecases.player import known_person
from judge.usecases.ports import AuditEntry
from judge.usecases.script import Command, slips
from judge.usecases.signing import hide_password

NAME = re.compile(r"[a-z][a-z0-9_-]{1,29}")
MOST_OPTIONS = 40
"""Words after CREATE game password; all options there are would fit."""
RESERVED = frozenset({"judge", "postmaster", "abuse", "bounce", "mailer-daemon", "noreply", "master"})


def create(desk: Desk, command: Command) -> None:
    """CREATE: read all its lines; the game comes into being at the end of the letter, if it has no bad line."""
    command = _password_first(desk, command)
    name, shown = command.args["target"].lstrip("?").lower(), replace(command, text=hide_password(command))
    problem = name_problem(desk, name)
    if problem is not None:
        desk.answer(shown, "refused", problem)
    if len(command.args.get("options", "").split()) > MOST_OPTIONS:
        desk.answer(shown, "refused", Said("too_many_options", {"most": MOST_OPTIONS}))
        return
    first = _first_line(desk, command)
    like = _like(desk, shown, first.like) if first.like else None
    settings, variant_name, good = _read_lines(desk, command, first.variant, like)
    for option in first.options:
        good, settings = _setting_line(desk, replace(shown, text=option), settings, good)
    if variant_name not in desk.services.maps.names():
        known = ", ".join(desk.services.maps.names())
        if not any(_named_variant(line) == variant_name for line in command.body):  # a MAP line has its own answer
            desk.answer(shown, "refused", Said("no_such_variant", {"text": variant_name, "known": known}))
        good = False
    if first.like and like is None:
        good = False
    if problem is None and good:
        desk.deferred.append((shown, lambda: _create(desk, shown, name, first.password, variant_name, settings)))
    elif problem is None:
        desk.answer(shown, "refused", Said("not_created", {"game": name}))


@dataclass(frozen=True, slots=True)
class FirstLine:
    """What stands after CREATE game: `[password] [variant] [LIKE example] [options]`."""

    password: str | None
    variant: str
    like: str = ""
    options: tuple[str, ...] = ()


def _first_line(desk: Desk, command: Command) -> FirstLine:
    # `CREATE name hundred` most likely names the variant; its reply shows which variant was taken.
    known = desk.services.maps.names()
    words = command.args.get("options", "").replace(",", " ").split()
    password = command.args.get("password")
    if password is not None and password.lower() in known and not (words and words[0].lower() in known):
        words, password = [password, *words], None
    variant = words.pop(0).lower() if words and (words[0].lower() in known or not _is_option(words)) else ""
    return FirstLine(password, variant, command.args.get("like", "").lower(), _phrases(words))


def _password_first(desk: Desk, command: Command) -> Command:
    """`CREATE name hundred word`: a word behind the variant that is nothing else, or nearly, is the password."""
    known = desk.services.maps.names()
    password, words = command.args.get("password", "").lower(), command.args.get("options", "").split()
    if password not in known or not words or words[0].lower() in known or _is_option(words):
        return command
    if any(slips(words[0].upper(), each) <= 2 for each in setting_words()):
        return command
    options = " ".join([password, *words[1:]])
    return replace(command, args=command.args | {"password": words[0], "options": options})


def _is_option(words: list[str]) -> bool:
    first = _phrases(words[:2])[0]
    return read_setting(Settings(), first) is not None


def _phrases(words: list[str]) -> tuple[str, ...]:
    """Option words as settings lines: two words where they are one option (`no press`), else one."""
    found = []
    while words:
        two = " ".join(words[:2])
        take = 2 if len(words) > 1 and isinstance(read_setting(Settings(), two), tuple) else 1
        line = two if take == 2 else words[0]
        rule = line.upper().replace(" ", "_").replace("-", "_")
        found.append(f"RULE {rule}" if read_setting(Settings(), line) is None and rule in RULES else line)
        words = words[take:]
    return tuple(found)


def _like(desk: Desk, shown: Command, name: str) -> tuple[Settings | None, str] | None:
    """The settings of a game (None for a preset: its lines go on top of the variant's), the variant; None: no such."""
    if name in desk.services.presets:
        preset = desk.services.presets[name]
        desk.answer(shown, "ok", Said("like_preset", {"name": name, "about": preset.about}), verb="LIKE")
        return None, preset.variant
    game = desk.uow.game(name)
    mine = game is not None and desk.person is not None and bool(game.seats_of(desk.person.id))
    if game is not None and (game.settings.listed or mine):
        private = game.settings.private if mine else ""
        desk.answer(shown, "ok", Said("like_game", {"name": game.name}), verb="LIKE")
        return replace(game.settings, extra={}, private=private, comment=""), game.variant
    near = [each for each in desk.services.presets if slips(name, each) <= 2] or list(desk.services.presets)
    desk.answer(shown, "refused", Said("no_preset", {"name": name[:40], "choices": near}), verb="LIKE")
    return None


def name_problem(desk: Desk, name: str) -> Said | None:
    """Why a game can't have this name; None if it can."""
    if not NAME.fullmatch(name):
        return Said("bad_game_name", {"text": name[:40]})
    if name in RESERVED:
        return Said("reserved_game_name", {"text": name})
    return Said("name_taken", {"game": name}) if desk.uow.game(name) is not None else None


def _read_lines(
    desk: Desk, command: Command, variant: str, like: tuple[Settings | None, str] | None
) -> tuple[Settings, str, bool]:
    variant = next((each for each in map(_named_variant, reversed(command.body)) if each), variant)
    variant = variant or (like[1] if like is not None else "") or "standard"
    settings, good = _defaults(desk, variant), True
    if like is not None:
        preset = desk.services.presets.get(command.args.get("like", "").lower())
        settings = like[0] or (preset.apply(settings) if preset is not None else settings)
    for number, text in command.body:
        line = Command(number, text.strip(), None)
        if not text.strip() or text.lstrip().startswith("//"):
            continue
        named = _named_variant((number, text))
        if named:
            good = _map_line(desk, line, named) and good
            continue
        good, settings = _setting_line(desk, line, settings, good)
    return settings, variant, good


def _named_variant(line: tuple[int, str]) -> str:
    """The variant that a line MAP or VARIANT names; its own settings are the defaults for all other lines."""
    named = re.fullmatch(r"(?:MAP|VARIANT)\s+(\S+)", line[1].strip(), re.IGNORECASE)
    return named.group(1).lower() if named else ""


def _defaults(desk: Desk, variant: str) -> Settings:
    settings = Settings()
    if variant in desk.services.maps.names():
        for word, value in desk.services.maps.load(variant).settings.items():
            read = read_setting(settings, f"{word} {value}")
            if isinstance(read, tuple):
                settings = read[0]
    return settings


def _map_line(desk: Desk, line: Command, variant: str) -> bool:
    known = desk.services.maps.names()
    if variant in known:
        desk.answer(line, "ok", Said("setting_ok", {"changes": f"variant: {variant}"}), verb="MAP")
        return True
    near = [name for name in known if slips(variant, name) <= 2]
    said = Said("no_such_variant", {"text": variant, "known": ", ".join(near or known)})
    desk.answer(line, "refused", said, verb="MAP")
    return False


def _setting_line(desk: Desk, line: Command, settings: Settings, good: bool) -> tuple[bool, Settings]:
    text = re.sub(r"^SET\s+(?=\S)", "", line.text, flags=re.IGNORECASE)
    read = read_setting(settings, text)
    if read is None:
        word = text.split()[0].upper()
        near = [each for each in (*setting_words(), "MAP", "FORM") if slips(word, each) <= 2]
        desk.answer(line, "refused", Said("unknown_setting", {"word": word[:30], "near": near}), verb="SETTING")
        return False, settings
    if isinstance(read, BadSetting):
        desk.answer(line, "refused", Said(read.code, dict(read.args)), verb="SETTING")
        return False, settings
    desk.answer(line, "ok", Said("setting_ok", {"changes": echo(read[1])}), verb="SETTING")
    return good, read[0]


def echo(changes: tuple[Change, ...]) -> str:
    """`move: 3D → 1D; grace: 0H → 12H`."""
    return "; ".join(f"{change.name}: {change.old} → {change.new}" for change in changes)


def _create(
    desk: Desk, command: Command, name: str, password: str | None, variant_name: str, settings: Settings
) -> None:
    variant = desk.services.maps.load(variant_name)
    person = known_person(desk)
    desk.uow.keep_variant(variant)
    hashed = desk.services.passwords.hash(password) if password else None
    chair = Seat(0, Role.MASTER, 1, person=person.id, password=hashed, joined_at=desk.now)
    seats = (chair, *(Seat(0, Role.POWER, number) for number in range(1, len(variant.powers) + 1)))
    game = desk.uow.add_game(_new_game(name, variant, settings, seats, desk))
    desk.uow.audit(AuditEntry(game.id, desk.now, "GM", "CREATE", {"variant": variant.name}, desk.letter.id))
    desk.game, desk.seat = game, game.masters[0]
    said = [Said("created", {"game": name, "variant": variant.title, "seats": len(variant.powers)})]
    if password is None:
        said.append(Said("created_no_password", {}))
    desk.answer(command, "ok", *said)
    desk.blocks.append({"type": "settings", "game": name, "variant": variant.title, "settings": settings.to_json()})
    desk.blocks.append(
        {
            "type": "variant",
            "name": variant.name,
            "title": variant.title,
            "designer": variant.designer,
            "text": variant.description,
        }
    )


def _new_game(name: str, variant: Variant, settings: Settings, seats: tuple[Seat, ...], desk: Desk) -> Game:
    return Game(
        id=0,
        name=name,
        variant=variant.name,
        variant_hash=variant.hash,
        stage=Stage.FORMING,
        phase_no=0,
        position=variant.start,
        settings=settings,
        seats=seats,
        created_at=desk.now,
    )
