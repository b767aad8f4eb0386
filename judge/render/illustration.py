"""The pictures of a mail: the board that it speaks of, and in the last one a plot and boards of the game's story."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.render.chart import plot
from judge.render.mapart import draw
from judge.render.picture import PaintError
from judge.render.scene import Scene
from judge.render.speaker import Speaker
from judge.usecases.ports import Mail

LOG = logging.getLogger(__name__)
PICTURED = frozenset({"start", "results", "end"})
"""Mails that show the board."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture inside a mail: `cid` is its Content-ID without brackets, `alt` says what it shows."""

    cid: str
    alt: str
    png: bytes


class Illustrator:
    """Draws what a mail shows. `paint` turns a scene into PNG, or is None where pictures are not wanted."""

    def __init__(
        self, speaker: Callable[[Mail, Mapping[str, Any]], Speaker], paint: Callable[[Scene], bytes] | None
    ) -> None:
        self._speaker = speaker
        self.paint = paint
        self._drawing = threading.local()

    def picture(self, mail: Mail, context: Mapping[str, Any]) -> Picture | None:
        """The map of a mail that speaks of a position: the new position, and how it came about."""
        result, head = context.get("result"), context["head"]
        if self.paint is None or mail.plain:
            return None
        if asked := next((block for block in mail.data.get("blocks", ()) if block.get("type") == "map"), None):
            return self._painted(mail, self._speaker(mail, asked), Position.from_json(asked["position"]), asked["game"])
        if "board" not in context or not mail.picture:
            return None
        speaker: Speaker = context["speaker"]
        code = f"picture.caption_{result['step'] if result else mail.kind}"
        names = {"game": head["game"], "phase_name": (result or head)["phase_name"]}
        outcomes = result["outcomes"] if result else ()
        return self._painted(mail, speaker, context["board"], speaker.say(code, **names), outcomes)

    def gallery(self, mail: Mail, context: Mapping[str, Any]) -> list[Picture]:
        """The last mail's plot of centres and a few positions of the game, each with its words."""
        assert self.paint is not None  # noqa: S101 - there is a picture already
        speaker: Speaker = context["speaker"]
        shown = []
        if isinstance(mail.data.get("summary"), Mapping):
            try:
                png = self.paint(plot(speaker.variant, mail.data["summary"], speaker.long.power))
            except PaintError:
                LOG.exception("no plot in the mail %s", mail.key)
            else:
                rows = "; ".join(" ".join(line.split()) for line in context["summary"])
                alt = f"{speaker.say('mail.chart_heading')}: {rows}"
                shown.append(Picture(f"chart@{mail.game or 'judge'}", alt, png))
        for number, turn in enumerate(context["story"], 1):
            caption = speaker.say("picture.caption_M", game=context["head"]["game"], phase_name=turn["phase_name"])
            painted = self._painted(mail, speaker, Position.from_json(turn["position"]), caption)
            if painted is not None:
                shown.append(replace(painted, cid=f"story-{number}@{mail.game or 'judge'}"))
        return shown

    def _painted(
        self, mail: Mail, speaker: Speaker, board: Position, caption: str, outcomes: Sequence[Mapping[str, Any]] = ()
    ) -> Picture | None:
        """A mail without its picture is better than none: a failure is logged, and the words say the same."""
        assert self.paint is not None  # noqa: S101 - the caller looked
        try:
            png = self.paint(self._drawn(speaker.variant, board, outcomes, caption, mail.language))
        except PaintError:
            LOG.exception("no picture in the mail %s", mail.key)
            return None
        cid = f"map-{mail.kind}-{mail.phase or 'game'}@{mail.game or 'judge'}"
        return Picture(cid=cid, alt=speaker.alt(caption, board), png=png)

    def _drawn(
        self, variant: Variant, board: Position, outcomes: Sequence[Mapping[str, Any]], caption: str, language: str
    ) -> Scene:
        """The drawing; each thread keeps its last one, because all in a game get the same, one after the other."""
        wanted = (variant.hash, board, list(outcomes), caption, language)
        last: tuple[object, Scene] | None = getattr(self._drawing, "last", None)
        if last is None or last[0] != wanted:
            last = self._drawing.last = wanted, draw(variant, board, outcomes, caption=caption, language=language)
        return last[1]


def may_show_picture(mail: Mail) -> bool:
    """Whether writing a mail may mean waiting for a painter."""
    if mail.plain:
        return False
    asked = any(block.get("type") == "map" for block in mail.data.get("blocks", ()))
    return asked or (mail.picture and mail.kind in PICTURED)


def position_of(mail: Mail, context: Mapping[str, Any]) -> Position | None:
    """The position that a mail shows; None where it shows none."""
    if mail.kind == "results":
        return Position.from_json(context["result"]["after"])
    if mail.kind in PICTURED and context["position"] is not None:
        return Position.from_json(context["position"])
    return None
