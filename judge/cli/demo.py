"""`judge demo`: watch a whole game of Hundred go by mail; the mails and pictures stay behind to look at."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
import textwrap
import time
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.demo.script import Written

EXAMPLE = """examples:
  judge demo
  judge demo -o ./hundred        keep mails and pictures there"""
_LINES = {"results": 18, "end": 18, "receipt": 12, "reply": 8}
_HELD = ", No Order Processed."
_BOLD, _LETTER, _MAIL, _QUIET = "1", "36", "32", "2"
_WIDTH = 110


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `judge demo`."""
    parser = subparsers.add_parser(
        "demo",
        help="watch a whole game of Hundred go by mail",
        description="Plays a scripted game on a throw-away store, through real SMTP on loopback, in under a minute.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", dest="into", type=Path, metavar="DIR", help="a new folder (default: a temporary one)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play; 1 when a mail that the script needs did not come, 2 when the folder can't be used."""
    from judge.app import CannotStart
    from judge.demo.stage import Failed, Stage
    from judge.ops.log import start_logging

    start_logging("ERROR")
    begun = time.monotonic()
    try:
        folder = _folder(arguments.into)
        teller = Teller(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
        with Stage(folder, teller) as stage:
            mails = stage.play()
    except (OSError, CannotStart) as error:
        print(f"judge demo: {error}", file=sys.stderr)
        return 2
    except Failed as failure:
        print(f"judge demo: {failure}; what there is lies in {folder}", file=sys.stderr)
        return 1
    pictures = len(list(stage.pictures.iterdir()))
    teller.line(f"\nA whole game: {mails} mails in {time.monotonic() - begun:.0f} seconds.", _BOLD)
    teller.line(f"  Maildir    {stage.mails}   (mutt -f, or any text viewer: new/ holds one file a mail)")
    teller.line(f"  pictures   {stage.pictures}   ({pictures} PNG files)")
    teller.line(f"  the store  {stage.store}   (JUDGE_DATA_DIR={shlex.quote(str(stage.store))} judge game first log)")
    return 0


def _folder(into: Path | None) -> Path:
    """An empty folder to play in. Raises OSError: what somebody kept is never written over."""
    if into is None:
        return Path(tempfile.mkdtemp(prefix="judge-demo-"))
    into.mkdir(parents=True, exist_ok=True)
    if any(into.iterdir()):
        raise FileExistsError(f"{into} is not empty; name a new folder")
    return into.resolve()


class Teller:
    """Prints each step; colour only where somebody looks on."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour
        self._shown: set[tuple[str, str]] = set()

    def scene(self, title: str) -> None:
        self.line(f"\n== {title}", _BOLD)

    def sent(self, letter: Written, to: str) -> None:
        """A letter on its way to the judge."""
        self.line(f"\n{_short(letter.sender)} → {to}", _LETTER)
        self._lines(letter.text.splitlines(), 8)

    def arrived(self, mail: EmailMessage) -> None:
        """A mail of the judge's. What others were told just before in the same words is named, not shown again."""
        kind, phase = str(mail["X-Judge-Kind"]), str(mail["X-Judge-Phase"] or "")
        again = kind not in ("receipt", "reply") and (kind, phase) in self._shown
        self._shown.add((kind, phase))
        picture = " + picture" if any(part.get_content_type() == "image/png" for part in mail.walk()) else ""
        self.line(f"judge → {_short(str(mail['To']))}  ({kind}{picture})  {mail['Subject']}", _MAIL)
        body = mail.get_body(("plain",))
        if body is not None and not again:
            told = _own(str(body.get_content()))
            self._lines([line for line in told if kind == "receipt" or not line.endswith(_HELD)], _LINES.get(kind, 8))

    def deadline(self, now: datetime) -> None:
        self.line(f"\nthe clock moves past the deadline, to {now:%a %d %b %Y %H:%M} UTC", _QUIET)

    def line(self, text: str, style: str = "") -> None:
        """One line, at once."""
        print(f"\033[{style}m{text}\033[0m" if self._colour and style else text, flush=True)

    def _lines(self, lines: list[str], most: int) -> None:
        for text in lines[:most]:
            self.line(f"    {textwrap.shorten(text, _WIDTH) if len(text) > _WIDTH else text}", _QUIET)
        if len(lines) > most:
            self.line("    …", _QUIET)


def _own(text: str) -> list[str]:
    """The lines of a mail that say something: no header block, no blank lines, no footer."""
    told = text.partition("\n-- reply above")[0].splitlines()
    return [
        line for line in told if line.strip() and not line.startswith("::") and line != "Your letter, line by line:"
    ]


def _short(address: str) -> str:
    return address.partition("@")[0]
