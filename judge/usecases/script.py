"""From a letter's lines to commands: blocks, comments, several commands on a line, where reading stops. Pure text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from judge.usecases.languages import plain, without_heading
from judge.usecases.verbs import VERBS, Verb


@dataclass(frozen=True, slots=True)
class Command:
    """One command or order line. `verb` None: no command by form (an order, a setting, or prose).

    `body` holds a block's lines; `ended` is False when its end word never came, `end_line` the word that ended it when
    that was a misspelt one.
    """

    number: int
    text: str
    verb: Verb | None
    args: dict[str, str] = field(default_factory=dict)
    body: tuple[tuple[int, str], ...] = ()
    ended: bool = True
    end_line: str = ""


def read_script(lines: Sequence[tuple[int, str]]) -> list[Command]:
    """A letter's commands up to SIGNOFF. Those beginning with // are comments; `\\\\;` makes `;` the line break."""
    queue = list(_expanded(lines))
    commands: list[Command] = []
    at = 0
    while at < len(queue):
        number, text = queue[at]
        at += 1
        if not text.strip() or text.lstrip().startswith("//"):
            continue
        text = without_heading(text)
        if not text:
            continue
        command = match(number, text)
        if command.verb is not None and command.verb.block:
            command, at = _with_body(command, queue, at)
        commands.append(command)
        if command.verb is not None and command.verb.name == "SIGNOFF":
            break
    return commands


_COURTESY = re.compile(
    r"((?:STATUS|LIST|MAP|SUMMARY|HISTORY|HELP|UNDO|CLEAR|PREFERENCES|READY|SET (?:NO ?)?WAIT)\b.*?)"
    r"[ ,]+(?:please|pls|plz)[.!]*",
    re.IGNORECASE,
)
"""What people add to commands that only look or are easily taken back; elsewhere it could be a password or a name."""
LONGEST = 2000
"""Characters a line may have to be taken for a command. The longest list of players to invite fits."""

_FORMS = tuple((verb, form) for verb in VERBS for form in verb.forms)
_NAMED = re.compile(r"[?]P<\w+>")
_ANY = re.compile(
    "|".join(f"(?P<form{n}>{_NAMED.sub('?:', form.pattern)})" for n, (_, form) in enumerate(_FORMS)), re.IGNORECASE
)
"""All forms of all verbs in one: one look tells which is the first that a line has, or that it is no command."""


def match(number: int, text: str) -> Command:
    """The command a single line is by its form."""
    if len(text) > LONGEST or _UNIT.match(text):
        return Command(number, text.strip(), None)
    line = _BLANKS.sub(" ", plain(text).strip()).rstrip()
    if courteous := _COURTESY.fullmatch(line):
        line = courteous.group(1)
    bare = line.rstrip(".;,")
    fitting = [_ANY.fullmatch(each) for each in dict.fromkeys((line, bare))]
    first = min((int(each.lastgroup[4:]) for each in fitting if each and each.lastgroup), default=None)
    if first is None:
        return Command(number, text.strip(), None)
    verb, form = _FORMS[first]
    found = form.fullmatch(line) or form.fullmatch(bare)
    assert found is not None  # noqa: S101 - it has this form, see above
    args = {name: value.strip() for name, value in found.groupdict().items() if value}
    return Command(number, text.strip(), verb, args)


_UNIT = re.compile(r"\s*[AF] ", re.IGNORECASE)
"""No command begins with a unit's letter alone; most lines of most letters do."""
_BLANKS = re.compile(r"\s+")
_OWN_BREAK = re.compile(r"\s*\\\\([^\w\s])\s*(.*)")


def _expanded(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    # The phone trick of the DPjudge: a line `\\;` followed by text uses `;` as its line break.
    for number, text in lines:
        found = _OWN_BREAK.match(text)
        if found:
            yield from ((number, part.strip()) for part in found.group(2).split(found.group(1)))
        else:
            yield number, text


def _with_body(command: Command, queue: list[tuple[int, str]], at: int) -> tuple[Command, int]:
    assert command.verb is not None  # noqa: S101 - the caller looked
    if command.verb.name == "REGISTER":
        return _register_body(command, queue, at)
    body: list[tuple[int, str]] = []
    ends = command.verb.block
    while at < len(queue):
        number, text = queue[at]
        word = re.sub(r"\s+", " ", plain(text).strip()).upper().rstrip(".!")
        if word in ends:
            return _closed(command, body, True), at + 1
        if re.fullmatch(r"SIGN ?OFF", word) or (command.verb.order_lines and match(number, text).verb is not None):
            return _closed(command, body, command.verb.name == "CREATE" or command.verb.order_lines), at
        if command.verb.name != "CREATE" and misspelt(word.replace(" ", ""), ends):
            return _closed(command, body, True, end_line=text.strip()), at + 1
        body.append((number, text))
        at += 1
    return _closed(command, body, command.verb.name == "CREATE" or command.verb.order_lines), at


def _register_body(command: Command, queue: list[tuple[int, str]], at: int) -> tuple[Command, int]:
    # Only `Word: value` lines belong to it, so that a forgotten END does no harm.
    body: list[tuple[int, str]] = []
    while at < len(queue):
        number, text = queue[at]
        if plain(text).strip().upper() == "END":
            return _closed(command, body, True), at + 1
        folded = unicodedata.normalize("NFKC", text)
        if not re.match(r"\s*[^\W\d_]+\s*:", folded):
            break
        body.append((number, folded))
        at += 1
    return _closed(command, body, True), at


def _closed(command: Command, body: list[tuple[int, str]], ended: bool, end_line: str = "") -> Command:
    while body and not body[-1][1].strip():
        body.pop()
    while body and not body[0][1].strip():
        body.pop(0)
    return Command(command.number, command.text, command.verb, command.args, tuple(body), ended, end_line)


def without_secrets(command: Command) -> str:
    """A command line as it may be repeated: without its password, or a private game's word."""
    shown = command.text
    if not command.args:
        return shown
    joining = command.verb is not None and command.verb.name == "JOIN"
    others = command.args.get("options", "").split() if joining else ()  # any of them may be the password or the word
    for secret in dict.fromkeys(filter(None, (command.args.get("password"), command.args.get("word"), *others))):
        if secret not in shown:
            shown = plain(shown)
        shown = re.sub(rf"(?<=\s){re.escape(secret)}(?=\s|$)", "…", shown, count=1)
    return shown


def misspelt(word: str, wanted: Sequence[str]) -> bool:
    """Whether a lone word is a slip of one or two letters away from one of these (and is none of them)."""
    return any(
        abs(len(word) - len(each)) <= 2 and word != each and slips(word, each) <= (2 if len(each) > 6 else 1)
        for each in (name.replace(" ", "") for name in wanted if len(name) > 3)
    )


_FAR = 4


def slips(one: str, other: str) -> int:
    """Edit distance with transpositions (optimal string alignment).

    Words of very different length are at least that difference apart, which is answer enough: nobody asks for more than
    a few slips, and the full count takes the square of the length.
    """
    apart = abs(len(one) - len(other))
    if apart > _FAR:
        return apart
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row = row, [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return row[-1]
