"""`judge maps draw`: a variant's map, with a position on it, as an SVG or PNG file."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.adjudicator.position import Position
    from judge.adjudicator.variant import Variant

EXAMPLE = """examples:
  judge maps draw hundred -o hundred.svg
  judge maps draw standard --position spring.json -o spring.png

A position is a line as `judge adjudicate` reads it; its variant is the one named on the command line."""


def add_verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `draw` to the verbs of `judge maps`."""
    verb = verbs.add_parser(
        "draw",
        help="a picture of a map, with a position on it",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.add_argument("variant", metavar="VARIANT")
    verb.add_argument("--position", type=Path, metavar="FILE", help="JSON; the starting position if left out")
    verb.add_argument("-o", dest="into", type=Path, required=True, metavar="FILE", help="ends in .svg or .png")
    verb.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Draw; 2 for what cannot be read, 1 where the picture could not be made."""
    from judge.maps.files import MapError, load
    from judge.render.mapart import draw
    from judge.render.picture import Painter, PaintError

    if args.into.suffix not in {".svg", ".png"}:
        return _fail(f"{args.into}: the name must end in .svg or .png")
    folder = getattr(args, "maps_dir", None) or os.environ.get("JUDGE_MAPS_DIR")
    try:
        variant = load(args.variant, [Path(folder)] if folder else [])
        svg = draw(variant, _position(variant, args.position))
    except KeyError as error:
        return _fail(f"there is no variant or province {error}")
    except (MapError, OSError, ValueError, TypeError) as error:
        return _fail(str(error))
    if args.into.suffix == ".svg":
        args.into.write_text(svg, "utf-8")
        return 0
    try:
        with Painter() as paint:
            args.into.write_bytes(paint(svg))
    except PaintError as error:
        _fail(str(error))
        return 1
    return 0


def _position(variant: Variant, file: Path | None) -> Position:
    """The position in a file, or the variant's start; lists and dislodged units as `judge adjudicate` writes them."""
    from judge.adjudicator.position import Position

    if file is None:
        return variant.start
    data = json.loads(file.read_text("utf-8"))
    dislodged = {
        power: [{"unit": unit} if isinstance(unit, str) else unit for unit in units]
        for power, units in data.get("dislodged", {}).items()
    }
    return Position.from_json({"phase": "", "units": {}, **data, "dislodged": dislodged})


def _fail(text: str) -> int:
    print(f"judge maps draw: {text}", file=sys.stderr)
    return 2
