"""A variant's folder as text: reading it, and the one canonical text that a game keeps of it.

The canonical text is the files one after the other, each under a line `==== name`, in a fixed order and with the
line ends of Unix. A variant that builds on another holds that one's files too, so the text stands by itself.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from judge.maps.faults import Fault, Faults, MapError

MAX_FILE = 1 << 20
"""Bytes of one file; the largest built-in one has 20 kB."""
HEADING = "variant.toml"
BASE_HEADING = "base.toml"
TABLES = ("provinces.csv", "borders.csv", "cells.csv")
_MARK = "==== "
_PART = re.compile(r"(?:variant|base)\.toml|(?:provinces|borders|cells)\.csv|names\.[a-z]{2,3}\.csv")


class Section(NamedTuple):
    """One file of a variant: what messages call it, and its text."""

    file: str
    text: str


class Row(NamedTuple):
    """One line of a table: its number and its cells by column."""

    line: int
    cells: Mapping[str, str]


Sections = Mapping[str, Section]


def read_folder(folder: Path) -> dict[str, Section]:
    """The files of a folder that belong to a variant. Raises MapError for one that is too large or no UTF-8."""
    faults = Faults()
    sections: dict[str, Section] = {}
    for path in sorted(folder.iterdir()):
        if not _PART.fullmatch(path.name) or path.name == BASE_HEADING:
            continue
        if path.stat().st_size > MAX_FILE:
            faults.add(str(path), 0, f"larger than {MAX_FILE} bytes")
            continue
        try:
            sections[path.name] = Section(str(path), tidy(path.read_bytes().decode("utf-8-sig")))
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            faults.add(str(path), line, "is not UTF-8 text")
    if HEADING not in sections and not faults.found:
        faults.add(str(folder / HEADING), 0, "missing")
    faults.stop()
    return sections


def tidy(text: str) -> str:
    """Unix line ends, no blanks at line ends, exactly one line end at the end: what editors change by themselves."""
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text)]
    return "\n".join(lines).rstrip("\n") + "\n"


def join(sections: Sections) -> str:
    """The canonical text of a variant."""
    return "".join(f"{_MARK}{name}\n{sections[name].text}" for name in sorted(sections, key=_order))


def split(text: str, label: str) -> dict[str, Section]:
    """Take a canonical text apart. `label` stands before the file names in messages."""
    sections: dict[str, Section] = {}
    for part in re.split(rf"^{_MARK}", text, flags=re.MULTILINE)[1:]:
        name, _, body = part.partition("\n")
        if not _PART.fullmatch(name) or len(body) > MAX_FILE:
            raise MapError([Fault(label, 0, f"no file of a variant: {name[:40]!r}")])
        sections[name] = Section(f"{label}/{name}", body)
    if HEADING not in sections:
        raise MapError([Fault(f"{label}/{HEADING}", 0, "missing")])
    return sections


def rows(section: Section, columns: tuple[str, ...], faults: Faults) -> Iterator[Row]:
    """The rows of a table. Its first line names the columns; lines that begin with # are comments."""
    header: list[str] | None = None
    for number, line in enumerate(section.text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        cells = _cells(line)
        if header is None:
            header = cells
            if set(cells) - set(columns):
                faults.add(section.file, number, f"columns must be {','.join(columns)}")
                return
        elif len(cells) != len(header):
            faults.add(section.file, number, f"{len(cells)} cells, but the table has {len(header)} columns")
        else:
            yield Row(number, dict.fromkeys(columns, "") | dict(zip(header, cells, strict=True)))


def _cells(line: str) -> list[str]:
    if '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    return [cell.strip() for cell in next(csv.reader([line]))]


def _order(name: str) -> tuple[int, str]:
    fixed = (HEADING, BASE_HEADING, *TABLES)
    return (fixed.index(name), "") if name in fixed else (len(fixed), name)
