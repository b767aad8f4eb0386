"""Mails: an outbox record in, subject, text, HTML and pictures out.

Everything a mail says is in its record's data, already filtered for its reader, so rendering needs neither store nor
game. Templates are files only, one folder per language and kind; a language without a template borrows the English one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from judge.adjudicator.variant import Variant
from judge.game.template import block
from judge.render import digest
from judge.render.blocks import Blocks
from judge.render.calendar import File, deadline_file
from judge.render.contexts import ADDED, told
from judge.render.folding import columns, fold
from judge.render.illustration import Illustrator, Picture, position_of
from judge.render.saying import Saying
from judge.render.scene import Scene
from judge.render.skeleton import JOIN
from judge.render.speaker import Speaker, speaker_of
from judge.render.texts import FALLBACK, Texts, header_date
from judge.usecases.ports import Mail

SUBJECT_LENGTH = 180
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
        self.texts = texts or Texts(templates_dir)
        self.illustrator = Illustrator(self._speaker, paint)
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
        picture = self.illustrator.picture(mail, context)
        context["picture"] = picture
        context["gallery"] = self.illustrator.gallery(mail, context) if mail.kind == "end" and picture else []
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
        position = position_of(mail, context)
        if position is not None:
            context |= {"board": position, "board_lines": speaker.board_lines(position)}
        if add := ADDED.get(mail.kind):
            context |= add(speaker, context)

    def _speaker(self, mail: Mail, data: Mapping[str, Any]) -> Speaker:
        return speaker_of(self._variant_of(data), self.texts, mail.language)


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
