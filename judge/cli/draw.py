"""`judge maps draw`: a variant's map, with a position on it, as an SVG or PNG file."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
        scene = draw(variant, _position(variant, args.position))
    except KeyError as error:
        return _fail(f"there is no {error}")
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}")
    except (MapError, ValueError, TypeError) as error:
        return _fail(str(error))
    if args.into.suffix == ".svg":
        args.into.write_text(scene.svg, "utf-8")
        return 0
    try:
        with Painter() as paint:
            args.into.write_bytes(paint(scene))
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
    if not isinstance(data, dict):
        raise TypeError(f"{file}: a position is a JSON object")
    lists = {name: _lists(variant, name, data.get(name) or {}) for name in ("units", "centres", "dislodged")}
    losers = {
        power: [{"unit": unit} if isinstance(unit, str) else unit for unit in units]
        for power, units in lists["dislodged"].items()
    }
    position = Position.from_json({"phase": "", **lists, "dislodged": losers})
    standing = [unit for units in position.units.values() for unit in units]
    for unit in (*standing, *(loser.unit for of in position.dislodged.values() for loser in of)):
        kind, _, place = unit.partition(" ")
        if kind not in {"A", "F"} or place.split("/")[0] not in variant.board.index:
            raise ValueError(f"{unit} is no unit on this map")
    return position


def _lists(variant: Variant, name: str, data: Any) -> dict[str, list[Any]]:
    """Lists by power, each of a power of this variant."""
    if not isinstance(data, dict) or not all(isinstance(each, list) for each in data.values()):
        raise TypeError(f"{name} must be lists by power")
    for power in data:
        if power not in variant.power_index:
            raise ValueError(f"{power} is no power of this variant")
    return data


def _fail(text: str) -> int:
    print(f"judge maps draw: {text}", file=sys.stderr)
    return 2
