"""Mails: an outbox record in, subject, text, HTML and pictures out.

Everything a mail says is in its record's data, already filtered for its reader, so rendering needs neither store nor
game. Templates are files only, one folder per language and kind; a language without a template borrows the English one.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jinja2

from judge.adjudicator.position import Position
from judge.adjudicator.variant import Variant
from judge.game.template import block
from judge.render import digest
from judge.render.blocks import Blocks
from judge.render.calendar import File, deadline_file
from judge.render.chart import plot
from judge.render.contexts import ADDED, told
from judge.render.folding import columns, fold
from judge.render.mapart import draw
from judge.render.picture import PaintError
from judge.render.saying import Saying
from judge.render.scene import Scene
from judge.render.skeleton import JOIN
from judge.render.speaker import Speaker, speaker_of
from judge.render.texts import FALLBACK, Texts, header_date
from judge.usecases.ports import Mail

LOG = logging.getLogger(__name__)
SUBJECT_LENGTH = 180
PICTURED = frozenset({"start", "results", "end"})
"""Mails that show the board."""
KEPT = "\x1e"
"""Stands for a line end that tidying must keep; a control character, so no cleaned text has it."""
OPTIONAL: Mapping[str, Mapping[str, Any]] = {
    "*": {"head": None, "re": None, "notes": [], "picture": None, "orders": None, "reply_to": ""},
    "receipt": {"deadline": None, "grace": None, "early": False, "blocks": []},
    "reply": {"answers": [], "blocks": []},
    "start": {"players": [], "deadline": None},
    "results": {
        "power": None,
        "personal": [],
        "next": None,
        "together": False,
        "postal": [],
        "owed": {"units": [], "builds": 0, "removals": 0},
    },
    "reminder": {"missing": []},
    "late": {"grace": None, "then": "hold"},
    "press": {"copy": False},
    "end": {
        "winner": None,
        "draw": [],
        "terminated": False,
        "summary": [],
        "position": None,
        "diary": [],
        "players": [],
        "story": [],
    },
    "notice": {"lines": []},
    "confirm": {"lines": [], "until": None},
}
"""What a mail's data may leave out, and what that means. Anything else missing is a fault and raises."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture inside a mail: `cid` is its Content-ID without brackets, `alt` says what it shows."""

    cid: str
    alt: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Rendered:
    """A mail as a reader gets it, before it becomes MIME."""

    subject: str
    text: str
    html: str
    pictures: tuple[Picture, ...] = ()
    files: tuple[File, ...] = ()


class _Environment(jinja2.Environment):
    """Jinja, but for two things that cost a third of a mail: `answer.line` is the value of that name, where Jinja looks
    for a method first, which raises each time; and globals are a plain dictionary, since each template copies them."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class Renderer:
    """Renders mails from the templates of one folder.

    `variant_of` finds the variant that a mail's data speaks of; `marker` is the line below which a reply is our own
    text; `paint` turns a scene into PNG (a `Painter`), or is None where pictures are not wanted.
    """

    def __init__(
        self,
        templates_dir: Path,
        variant_of: Callable[[Mapping[str, Any]], Variant],
        *,
        marker: str,
        paint: Callable[[Scene], bytes] | None = None,
        texts: Texts | None = None,
    ) -> None:
        self._variant_of = variant_of
        self._marker = marker
        self._paint = paint
        self._drawing = threading.local()
        self.texts = texts or Texts(templates_dir)
        self._framed = {path.parent.name for path in templates_dir.glob("*/layout.html.j2")}
        self._templates = _Environment(
            loader=jinja2.FileSystemLoader(templates_dir),
            autoescape=jinja2.select_autoescape(enabled_extensions=("html", "html.j2"), default=False),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,  # like the catalogues, templates are read once
            cache_size=-1,  # and all are kept
        )
        self._templates.filters["folded"] = folded

    def render(self, mail: Mail) -> Rendered:
        """The mail's parts. Raises for a hole in the data: a mail with a hole must not go out."""
        context = self._context(mail)
        picture = self._picture(mail, context)
        context["picture"] = picture
        context["gallery"] = self._gallery(mail, context) if mail.kind == "end" and picture else []
        subject = " ".join(self._fill(mail, "subject.txt.j2", context).split())
        return Rendered(
            subject=subject if len(subject) <= SUBJECT_LENGTH else subject[: SUBJECT_LENGTH - 1] + "…",
            text=_tidy(self._fill(mail, "body.txt.j2", context)),
            html=_tidy(self._fill(mail, "body.html.j2", context)),
            pictures=(*([picture] if picture else ()), *context.get("gallery", ())),
            files=self._files(mail),
        )

    def _layout(self, lang: str, kind: str) -> str:
        """The frame of a language's mails; the English one where it has none."""
        return f"{lang if lang in self._framed else FALLBACK}/layout.{kind}.j2"

    def _files(self, mail: Mail) -> tuple[File, ...]:
        def say(code: str, **args: Any) -> str:
            return self.texts.say(code, args, mail.language)

        return tuple(deadline_file(entry, mail.game or "", say) for entry in mail.data.get("calendar", ()))

    def _fill(self, mail: Mail, part: str, context: Mapping[str, Any]) -> str:
        names = [f"{language}/{mail.kind}/{part}" for language in dict.fromkeys((mail.language, FALLBACK))]
        return self._templates.select_template(names).render(context)

    def _context(self, mail: Mail) -> dict[str, Any]:
        texts, lang = self.texts, mail.language
        head = mail.data.get("head")
        names = self._speaker(mail, mail.data).long.spoken if head is not None and head.get("variant_hash") else {}
        spoken = Saying(texts, lang, mail.zone, names).data(mail.data)
        data = {**OPTIONAL["*"], **OPTIONAL.get(mail.kind, {}), **spoken}
        if data.get("blocks"):
            blocks = Blocks(texts, lang, mail.zone, lambda block: speaker_of(self._variant_of(block), texts, lang))
            data["blocks"] = [blocks.lay_out(block) for block in data["blocks"]]
        if mail.kind == "digest":
            data["entries"] = digest.entries(
                data["items"],
                lambda each: speaker_of(self._variant_of(each), texts, lang),
                lambda instant: texts.when(instant, mail.zone, lang),
            )
        context = {
            **data,
            "kind": mail.kind,
            "lang": lang,
            "lang_layout_html": self._layout(lang, "html"),
            "lang_layout_txt": self._layout(lang, "txt"),
            "marker": self._marker,
            "template": block(data["orders"]),
            "header": header_lines(texts, data["head"]),
            "verbatim": verbatim,
            "say": lambda code, **args: texts.say(code, args, lang),
            "when": lambda instant: texts.when(instant, mail.zone, lang),
            "when_short": lambda instant: texts.when_short(instant, mail.zone, lang),
            "listed": lambda items, last="and": texts.listed(items, lang, last=last),
            "subject_of_reply": reply_subject(data["re"]),
        }
        if "answers" in data:
            context["told"] = told(data["answers"], lambda status: texts.say(f"status.{status}", {}, lang))
        if data["head"] is not None and data["head"].get("variant"):
            self._enrich(mail, context)
        return context

    def _enrich(self, mail: Mail, context: dict[str, Any]) -> None:
        """Words and lines that need the game's variant."""
        speaker = self._speaker(mail, mail.data)
        context |= {
            "speaker": speaker,
            "name_of": speaker.long.power,
            "names_of": lambda powers: self.texts.listed(map(speaker.long.power, powers), mail.language),
            "unit_name": speaker.long.unit,
            "order_name": speaker.order,
        }
        position = _position(mail, context)
        if position is not None:
            context |= {"board": position, "board_lines": speaker.board_lines(position)}
        if add := ADDED.get(mail.kind):
            context |= add(speaker, context)

    def _picture(self, mail: Mail, context: Mapping[str, Any]) -> Picture | None:
        """The map of a mail that speaks of a position: the new position, and how it came about."""
        result, head = context.get("result"), context["head"]
        if self._paint is None or mail.plain:
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

    def _gallery(self, mail: Mail, context: Mapping[str, Any]) -> list[Picture]:
        """The last mail's plot of centres and a few positions of the game, each with its words."""
        assert self._paint is not None  # noqa: S101 - there is a picture already
        speaker: Speaker = context["speaker"]
        shown = []
        if isinstance(mail.data.get("summary"), Mapping):
            try:
                png = self._paint(plot(speaker.variant, mail.data["summary"], speaker.long.power))
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
        assert self._paint is not None  # noqa: S101 - the caller looked
        try:
            png = self._paint(self._drawn(speaker.variant, board, outcomes, caption, mail.language))
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

    def _speaker(self, mail: Mail, data: Mapping[str, Any]) -> Speaker:
        return speaker_of(self._variant_of(data), self.texts, mail.language)


def may_show_picture(mail: Mail) -> bool:
    """Whether writing a mail may mean waiting for a painter."""
    if mail.plain:
        return False
    asked = any(block.get("type") == "map" for block in mail.data.get("blocks", ()))
    return asked or (mail.picture and mail.kind in PICTURED)


def _position(mail: Mail, context: Mapping[str, Any]) -> Position | None:
    if mail.kind == "results":
        return Position.from_json(context["result"]["after"])
    if mail.kind in PICTURED and context["position"] is not None:
        return Position.from_json(context["position"])
    return None


def header_lines(texts: Texts, head: Mapping[str, Any] | None) -> list[str]:
    """The `::` lines that client tools key on, in the older judges' form; none where no game is concerned."""
    if head is None or not head.get("game"):
        return []
    stage = head.get("phase") or texts.say(f"header.{head.get('stage', 'forming')}")
    return [
        texts.say("header.judge", {"judge": head["judge"], "game": head["game"], "variant": head["variant"]}),
        texts.say("header.deadline", {"phase": stage, "date": header_date(head["deadline"])}),
    ]


def reply_subject(subject: str | None) -> str:
    """`Re: ` and the letter's own subject, never doubled; empty where the mail answers none."""
    if not subject:
        return ""
    return "Re: " + re.sub(r"^(?:\s*re\s*:)+\s*", "", subject, flags=re.IGNORECASE)


def folded(text: str, width: int) -> str:
    """Text folded into lines, but never inside an order, so that a suggestion can be copied."""
    if columns(text) <= width:
        return "\n".join(fold(text, width))
    joined = _INSIDE_ORDERS.sub(JOIN, text)
    return "\n".join(fold(joined, width)).replace(JOIN, " ")


_INSIDE_ORDERS = re.compile(r"(?<=[A-Z]) (?=[-A-Z])|(?<=-) (?=[A-Z])")


def _tidy(text: str) -> str:
    """No blanks at line ends, no more than one empty line in a row, one newline at the end."""
    lines = "\n".join(map(str.rstrip, text.split("\n")))
    while "\n\n\n" in lines:  # quicker than a pattern, which stops at every line end
        lines = lines.replace("\n\n\n", "\n\n")
    return lines.strip("\n").replace(KEPT, "\n") + "\n"


def verbatim(text: str) -> str:
    """A person's own text, whose empty lines are his own."""
    return "\n".join(text.splitlines()).replace("\n", KEPT)
