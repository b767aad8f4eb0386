"""`judge maps`: look at variants, check them, bring them in from and out to other judges' format."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from judge.cli import draw

if TYPE_CHECKING:
    from judge.adjudicator.variant import Variant

EXAMPLE = """examples:
  judge maps list
  judge maps show hundred
  judge maps check                          all variants
  judge maps check ./my-maps/northsea       a folder of your own
  judge maps import northsea.map -o ./my-maps
  judge maps export standard > standard.map"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `maps` and its verbs; each sets `run`, which takes the arguments and returns the exit code."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = subparsers.add_parser("maps", help="variants and their maps", epilog=EXAMPLE, formatter_class=raw)
    parser.add_argument("--maps-dir", type=Path, metavar="DIR", help="more variants (default: JUDGE_MAPS_DIR)")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)

    verb = _verb(verbs, "list", "one line for each variant", "judge maps list")
    verb.set_defaults(run=run_list)
    verb = _verb(verbs, "show", "description, powers, provinces and borders", "judge maps show hundred")
    verb.add_argument("variant", metavar="VARIANT")
    verb.set_defaults(run=run_show)
    verb = _verb(
        verbs, "check", "faults by file and line; exit 1 if there are any", "judge maps check ./my-maps/northsea"
    )
    verb.add_argument(
        "paths", nargs="*", metavar="PATH", help="folders of variants, or names; all variants if none is given"
    )
    verb.set_defaults(run=run_check)
    verb = _verb(verbs, "import", "read a DPjudge .map file", "judge maps import northsea.map -o ./my-maps")
    verb.add_argument("file", type=Path, metavar="FILE.map")
    verb.add_argument("-o", dest="into", type=Path, required=True, metavar="DIR", help="where the new folder goes")
    verb.set_defaults(run=run_import)
    verb = _verb(verbs, "export", "write a variant as a DPjudge .map file", "judge maps export standard > standard.map")
    verb.add_argument("variant", metavar="VARIANT")
    verb.add_argument("-o", dest="file", type=Path, metavar="FILE.map", help="a file instead of standard output")
    verb.set_defaults(run=run_export)
    draw.add_verb(verbs)


def run_list(args: argparse.Namespace) -> int:
    """One line a variant: name, powers, provinces, centres, title and designer."""
    from judge.maps.files import MapError, load, names

    code = 0
    for name in names(_folders(args)):
        try:
            variant = load(name, _folders(args))
        except MapError as error:
            print(f"{name:14} faulty: {error.faults[0]}")
            code = 1
            continue
        board = variant.board
        centres = sum(place.centre for place in board.provinces)
        sizes = f"{len(variant.powers)} powers, {len(board.provinces)} provinces, {centres} centres"
        print(f"{name:14} {sizes:40} {variant.title}, by {variant.designer}")
    return code


def run_show(args: argparse.Namespace) -> int:
    """Everything about a variant, for people."""
    from judge.maps.show import describe

    variant = _variant(args)
    if variant is None:
        return 2
    print(describe(variant))
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Print each finding; a name that is no folder is looked up among the variants."""
    from judge.maps.check import check_folder
    from judge.maps.files import find, names

    folders, found = [], []
    for given in args.paths or names(_folders(args)):
        place = Path(given) if Path(given).is_dir() else find(given, _folders(args))
        if place is None:
            print(f"judge maps: no folder and no variant: {given}", file=sys.stderr)
            return 2
        folders.append(place)
    for folder in folders:
        faults = check_folder(folder, _folders(args))
        found += faults
        print("\n".join(str(fault) for fault in faults) if faults else f"{folder}: sound")
    return 1 if found else 0


def run_import(args: argparse.Namespace) -> int:
    """Import a file; what could not be expressed goes to standard error, line by line."""
    from judge.maps.dpjudge import import_map
    from judge.maps.files import MapError

    try:
        done = import_map(args.file, args.into)
    except MapError as error:
        print(error, file=sys.stderr)
        return 2
    except FileExistsError as error:
        print(f"judge maps: {error.filename} is there already; move it away first", file=sys.stderr)
        return 2
    for fault in (*done.unsupported, *done.findings):
        print(fault, file=sys.stderr)
    print(done.folder)
    return 1 if done.unsupported or done.findings else 0


def run_export(args: argparse.Namespace) -> int:
    """Write a .map file in Latin-1, its encoding; what it can't say stands at its head as comments."""
    from judge.maps.dpjudge import export_map

    variant = _variant(args)
    if variant is None:
        return 2
    text = export_map(variant)
    if args.file:
        args.file.write_text(text, encoding="latin-1", newline="\n")
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("latin-1"))
    return 0


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, example: str
) -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    return verbs.add_parser(name, help=about, description=about, epilog=f"example:\n  {example}", formatter_class=raw)


def _folders(args: argparse.Namespace) -> tuple[Path, ...]:
    given = args.maps_dir or os.environ.get("JUDGE_MAPS_DIR")
    return (Path(given),) if given else ()


def _variant(args: argparse.Namespace) -> Variant | None:
    """The variant that was named; None after one clear line if there is none or it is faulty."""
    from judge.maps.files import MapError, load, names

    try:
        return load(args.variant, _folders(args))
    except KeyError:
        known = ", ".join(names(_folders(args)))
        print(f"judge maps: no variant {args.variant}; there are {known}", file=sys.stderr)
    except MapError as error:
        print(error, file=sys.stderr)
    return None
