"""A person's own words, told from what his client quoted below, above or between them.

No library is good enough for orders (the best gets 33 of 64 letters of a public test set right), so anchors of our own:
`>` lines, attribution lines, header blocks as Outlook writes them, forwarding lines, signatures, and the marker line
that stands in each of our mails. An old order that is only quoted must never be obeyed; what is left aside is named.
"""

import re
from dataclasses import dataclass
from typing import Literal

from judge.mail import client_words as words

MARKER = "-- reply above this line --"

Left = Literal["quote", "signature", "boilerplate", "marker", "forwarded", "pgp"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a letter; `number` counts the lines of the letter as it was written, from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Split:
    """A letter's text taken apart. `left` says which kinds of text were left aside."""

    own: tuple[Line, ...]
    quoted: tuple[Line, ...]
    left: tuple[Left, ...]


def split(text: str) -> Split:
    """Take a letter's text apart."""
    numbered = [Line(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
    return _Reader(numbered).read()


class _Reader:
    """Walks the lines once. `below` is set where everything that follows belongs to somebody else."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.own: list[Line] = []
        self.quoted: list[Line] = []
        self.left: list[Left] = []
        self.below = False
        self.signature = False
        self.in_press = False
        self.prefix = ""
        """What an attribution's client marks the lines of its quote with, if not with `>`."""

    def read(self) -> Split:
        position = 0
        while position < len(self.lines):
            position += self._step(position)
        return Split(tuple(_trimmed(self.own)), tuple(self.quoted), tuple(dict.fromkeys(self.left)))

    def _step(self, at: int) -> int:
        """Sort the line at this place (or the few that belong together) and say how many that was."""
        line = self.lines[at]
        if self.below:
            return self._quote(at, 1)
        if words.LAST_OF_ATTRIBUTION.fullmatch(line.text.strip()) and self._attribution_above():
            self.below = not _is_quoted(self._next_text(at + 1))
            return self._quote(at, 1)
        if words.GROUPWISE.fullmatch(line.text):
            self.below = not _is_quoted(self._next_text(at + 1))
            return self._quote(at, 1)
        if _is_quoted(line.text):
            self.signature = False  # own lines between quotes count, also below a signature that stands above them
            return self._quote(at, 1)
        if self.prefix and line.text.lstrip().startswith(self.prefix):
            return self._quote(at, 1)
        if is_marker(line.text):
            self.below = True
            return self._quote(at, 1, "marker")
        if len(line.text) > CLIENT_LINE_LENGTH:
            return self._own(at)
        if OUR_HEADER.match(line.text) and not self.in_press:
            self.below = True  # a client that marks quotes with nothing: our own mail begins here
            return self._quote(at, 1)
        attribution = attribution_at(self.lines, at)
        if attribution:
            return self._attribution(at, attribution)
        if words.FORWARDED.fullmatch(line.text.strip()):
            self.below = not _is_quoted(self._next_text(at + 1))  # Apple Mail marks what it forwards
            return self._quote(at, 1, "forwarded")
        if header_block_at(self.lines, at):
            self.below = True
            return self._quote(at, 1)
        return self._own(at)

    def _next_text(self, at: int) -> str:
        return next((line.text for line in self.lines[at : at + MOST_BLANK] if line.text.strip()), "")

    def _attribution_above(self) -> bool:
        """Whether the last few own lines begin an attribution that ends here; they are taken back."""
        start = len(self.own) - 6
        for at in range(len(self.own) - 1, max(start, -1), -1):
            text = self.own[at].text.strip()
            if len(text) <= CLIENT_LINE_LENGTH and words.ATTRIBUTION_START.match(text) and words.DATED.search(text):
                self.quoted.extend(self.own[at:])
                del self.own[at:]
                return True
        return False

    def _own(self, at: int) -> int:
        line = self.lines[at]
        stripped = line.text.strip()
        if self.signature or SIGNATURE.fullmatch(line.text):
            self.signature = True
            self.left.append("signature")
        elif len(stripped) > CLIENT_LINE_LENGTH:
            self._keep(line)
        elif words.SENT_FROM.fullmatch(stripped):
            self.left.append("signature")
        elif stripped.startswith("-----BEGIN PGP SIGNED MESSAGE") or PGP_HASH.fullmatch(stripped):
            self.left.append("pgp")
        elif stripped.startswith("-----BEGIN PGP SIGNATURE"):
            self.left.append("pgp")
            return self._pgp_signature(at)
        elif words.BOILERPLATE.fullmatch(stripped):
            self.left.append("boilerplate")
        else:
            self._keep(line)
        return 1

    def _keep(self, line: Line) -> None:
        """A line of the writer's own. In a block of press, or of a paste, what the judge wrote may be shown."""
        self.own.append(line)
        if PRESS_END.match(line.text):
            self.in_press = False
        elif PRESS_BEGIN.match(line.text):
            self.in_press = True

    def _pgp_signature(self, at: int) -> int:
        for offset, line in enumerate(self.lines[at:]):
            if line.text.startswith("-----END PGP SIGNATURE"):
                return offset + 1
        return len(self.lines) - at

    def _quote(self, at: int, count: int, kind: Left = "quote") -> int:
        self.quoted.extend(self.lines[at : at + count])
        self.left.append(kind)
        return count

    def _attribution(self, at: int, count: int) -> int:
        """After an attribution `>` lines are the quote; where there are none, all that follows is (Yahoo, phones).

        Unless it is a person's way of speaking: "my spy at 21:30 wrote:" in a press must not swallow the orders below.
        """
        said = " ".join(line.text for line in self.lines[at : at + count])
        if marked := PREFIXED.match(self._next_text(at + count)):
            self.prefix = marked[1]
            return self._quote(at, count)
        if not _is_quoted(self._next_text(at + count)):
            if words.CERTAIN_ATTRIBUTION.search(said) is None:
                return self._own(at)
            self.below = True
        shared = words.SHARED_LINE.fullmatch(said) if count == 1 else None
        if shared and not self.signature and words.DATED.search(shared["own"]) is None:
            self._keep(Line(self.lines[at].number, shared["own"].rstrip()))
            self.left.append("quote")
            return 1
        self.signature = False
        return self._quote(at, count)


SIGNATURE = re.compile(r"--\s?|—\s?")
MOST_BLANK = 50  # blank lines between an attribution and what it is about
CLIENT_LINE_LENGTH = 400  # no client writes longer lines around a letter, and patterns take time on them
PGP_HASH = re.compile(r"Hash: [A-Z0-9, -]+")
OUR_HEADER = re.compile(r"\s{0,8}::\s?Judge:\s")
PRESS_BEGIN = re.compile(r"\s*(?:(?:gr[ea]y|white)\s+)?(?:press|broadcast|import)\b", re.IGNORECASE)
PRESS_END = re.compile(r"\s*end\s?(?:press|broadcast|import)\b", re.IGNORECASE)
PREFIXED = re.compile(r"\s{0,3}(\||[^\W\d_]{1,5}>)")
"""A bar, or the initials of who is quoted (The Bat); right below an attribution only, or PAR>BUR would be none."""
QUOTED = re.compile(r"\s{0,3}[>＞]")  # no initials before it (Supercite): PAR>BUR is an order


def _is_quoted(text: str) -> bool:
    return QUOTED.match(text) is not None


def is_marker(text: str) -> bool:
    """Is this our own marker line, however a client wrapped, indented or re-dashed it?"""
    letters = re.sub(r"[^a-z]+", " ", text.lower()).strip()
    return "reply above this line" in letters


def attribution_at(lines: list[Line], at: int) -> int:
    """How many lines (up to three) an attribution such as "On … wrote:" takes here; 0 when there is none."""
    first = lines[at].text.strip()
    if not first or len(first) > CLIENT_LINE_LENGTH:
        return 0
    if not words.ATTRIBUTION_START.match(first) and not words.DATED.search(first) and not _name_alone(lines, at):
        return 0
    joined = ""
    for count, line in enumerate(lines[at : at + 3], 1):
        if not line.text.strip() or len(line.text) > CLIENT_LINE_LENGTH or (count > 1 and _is_quoted(line.text)):
            return 0
        joined = f"{joined} {line.text.strip()}".strip().replace("< ", "<")  # some wrap within the address
        ends = joined.endswith((":", "：", "メール", ">", "---")) or " wrote:" in joined or " GMT" in joined
        if ends and words.ATTRIBUTION.fullmatch(joined):
            return count
    return 0


def _name_alone(lines: list[Line], at: int) -> bool:
    """Whether the line is but the name of who wrote, since the rest would not fit beside it."""
    begins = at == 0 or not lines[at - 1].text.strip()
    following = lines[at + 1].text.strip() if at + 1 < len(lines) else ""
    return (
        begins and words.NAME.fullmatch(lines[at].text.strip()) is not None and len(following) <= CLIENT_LINE_LENGTH
        and words.GOES_ON.match(following) is not None
    )  # fmt: skip


def header_block_at(lines: list[Line], at: int) -> bool:
    """Does a block of mail headers begin here, as Outlook puts above the letter it quotes?

    From or Sent by itself is a thing that people write; three different header words in a row are not, nor are two of
    which one has an address and the other a date.
    """
    seen: set[str] = set()
    addressed = dated = False
    start = lines[at].text.lstrip(" *_-=")
    if start and ":" not in start[:40] and "：" not in start[:40]:
        return False
    for line in lines[at : at + 8]:
        text = line.text.strip().strip("*").strip()
        if re.fullmatch(r"[-_=]{5,}", text) and not seen:
            continue
        word, _, value = text.replace("*", "").replace("：", ":").partition(":")
        name = words.HEADER_WORDS.get(word.strip().lower())
        if name is None or (":" not in text and "：" not in text):
            if not text or not seen:
                break
            continue  # a wrapped To line
        if name in seen:
            return False
        seen.add(name)
        addressed |= name in {"from", "to"} and "@" in value
        dated |= name == "sent" and words.DATED.search(value) is not None
        if ("from" in seen and len(seen) >= 3) or (addressed and dated):
            return True
    return False


def _trimmed(lines: list[Line]) -> list[Line]:
    """Without blank lines at either end, and never two of them in a row."""
    kept: list[Line] = []
    for line in lines:
        if line.text.strip() or (kept and kept[-1].text.strip()):
            kept.append(line)
    while kept and not kept[-1].text.strip():
        kept.pop()
    return kept
