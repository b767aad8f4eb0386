"""One mail of every kind, from a game of Hundred, for the tests of rendering."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.adjudicator.variant import Variant
from judge.maps import files
from judge.render.mails import Renderer
from judge.usecases.ports import Mail

TEMPLATES = Path(__file__).parents[2] / "templates"
MARKER = "-- the judge wrote all that is above this line --"
DUE = "2026-03-03T12:00:00+00:00"
HEAD = {"judge": "TEST", "game": "first", "variant": "Hundred", "phase": "1425M", "phase_name": "1425", "deadline": DUE}
NEXT = HEAD | {"phase": "1425R"}
START = {
    "phase": "1425M",
    "units": {
        "BURGUNDY": ["A DIJ", "A FLA", "A LUX", "F HOL"],
        "ENGLAND": ["A CAL", "A GUY", "A NMD", "F DEV", "F LON"],
        "FRANCE": ["A DAU", "A ORL", "A PAR", "A PRO", "A TOU"],
    },
    "centres": {
        "BURGUNDY": ["DIJ", "FLA", "HOL", "LUX"],
        "ENGLAND": ["CAL", "DEV", "GUY", "LON", "NMD"],
        "FRANCE": ["DAU", "ORL", "PAR", "TOU"],
    },
}
AFTER = {
    "phase": "1425R",
    "units": {
        "BURGUNDY": ["A CAL", "A DIJ", "A LUX", "F HOL"],
        "ENGLAND": ["A GUY", "A NMD", "F DOV", "F ECH"],
        "FRANCE": ["A CAN", "A ORL", "A PAR", "A PRO", "A TOU"],
    },
    "centres": START["centres"],
    "dislodged": {"ENGLAND": [{"unit": "A CAL", "retreats": ["LON"]}]},
}


def outcome(
    power: str, order: str | None, *result: str, by: tuple[str, ...] = (), why: str = "", unit: str = "", **args: str
) -> dict[str, Any]:
    return {
        "power": power,
        "given": order,
        "order": order,
        "result": list(result),
        "by": list(by),
        "why": {"code": f"why:{why}", "args": args} if why else None,
        "unit": unit or (" ".join(order.split()[:2]) if order else None),
    }


MOVEMENT = {
    "phase": "1425M",
    "phase_name": "1425",
    "step": "M",
    "before": START,
    "after": AFTER,
    "outcomes": [
        outcome("BURGUNDY", "A FLA - CAL", "moved"),
        outcome("BURGUNDY", "A DIJ S A FLA - CAL", "supports"),
        outcome("BURGUNDY", "A LUX H", "holds"),
        outcome("BURGUNDY", None, "holds", unit="F HOL"),
        outcome("ENGLAND", "A CAL - PAR", "bounced", "dislodged", by=("BURGUNDY A FLA",)),
        outcome("ENGLAND", "A NMD S A CAL - PAR", "supports"),
        outcome("ENGLAND", "A GUY S A TOU", "void", why="support_unmatched", other="A TOU"),
        outcome("ENGLAND", "F LON - DOV", "moved"),
        outcome("ENGLAND", "F DEV - ECH", "moved"),
        outcome("FRANCE", "A PAR S A ORL - NMD", "cut", by=("ENGLAND A CAL",)),
        outcome("FRANCE", "A ORL - NMD", "bounced", by=("ENGLAND A NMD",)),
        outcome("FRANCE", "A DAU - CAN", "moved"),
        outcome("FRANCE", "A PRO H", "holds"),
        outcome("FRANCE", "A TOU S A PRO", "supports"),
    ],
    "dislodged": ["ENGLAND A CAL"],
    "retreats": {"ENGLAND A CAL": ["LON"]},
    "centres_changed": False,
    "centres": START["centres"],
    "counts": [
        {"power": "BURGUNDY", "centres": 4, "units": 4, "adjust": 0},
        {"power": "ENGLAND", "centres": 5, "units": 5, "adjust": 0},
        {"power": "FRANCE", "centres": 4, "units": 5, "adjust": -1},
    ],
}
ADJUSTED = {
    "BURGUNDY": ["CAL", "DIJ", "FLA", "HOL", "LUX"],
    "ENGLAND": ["DEV", "GUY", "LON", "NMD"],
    "FRANCE": ["CAN", "DAU", "ORL", "PAR", "TOU"],
}
RETREATS = {
    "phase": "1430R",
    "phase_name": "1430",
    "step": "R",
    "before": AFTER | {"phase": "1430R"},
    "after": {
        "phase": "1430A",
        "units": AFTER["units"] | {"ENGLAND": ["A GUY", "A LON", "A NMD", "F DOV", "F ECH"]},
        "centres": ADJUSTED,
    },
    "outcomes": [outcome("ENGLAND", "A CAL R LON", "retreated")],
    "dislodged": [],
    "retreats": {},
    "centres_changed": True,
    "centres": ADJUSTED,
    "counts": [
        {"power": "BURGUNDY", "centres": 5, "units": 4, "adjust": 1},
        {"power": "ENGLAND", "centres": 4, "units": 5, "adjust": -1},
        {"power": "FRANCE", "centres": 5, "units": 5, "adjust": 0},
    ],
}
ADJUSTMENTS = {
    "phase": "1430A",
    "phase_name": "1430",
    "step": "A",
    "before": RETREATS["after"],
    "after": {
        "phase": "1435M",
        "units": RETREATS["after"]["units"]
        | {"BURGUNDY": ["A CAL", "A DIJ", "A FLA", "A LUX", "F HOL"], "ENGLAND": ["A GUY", "A LON", "A NMD", "F DOV"]},
        "centres": ADJUSTED,
    },
    "outcomes": [
        outcome("BURGUNDY", "BUILD A FLA", "built", unit="A FLA"),
        outcome("ENGLAND", None, "removed", "default", unit="F ECH") | {"order": "REMOVE F ECH"},
    ],
    "dislodged": [],
    "retreats": {},
    "centres_changed": False,
    "centres": ADJUSTED,
    "counts": [
        {"power": "BURGUNDY", "centres": 5, "units": 5, "adjust": 0},
        {"power": "ENGLAND", "centres": 4, "units": 4, "adjust": 0},
        {"power": "FRANCE", "centres": 5, "units": 5, "adjust": 0},
    ],
}
ORDERS = {
    "power": "FRANCE",
    "phase": "1425M",
    "phase_name": "1425",
    "step": "M",
    "set": [
        {"unit": "A DAU", "order": "A DAU - CAN"},
        {"unit": "A ORL", "order": "A ORL - NMD"},
        {"unit": "A PAR", "order": "A PAR S A ORL - NMD"},
        {"unit": "A PRO", "order": None},
        {"unit": "A TOU", "order": None},
    ],
    "builds": 0,
    "removals": 0,
    "open": 0,
    "owes": True,
    "complete": False,
    "wait": False,
    "in": False,
}
ANSWERS = [
    {
        "line": "a paris s orleans to normandy",
        "verb": "ORDER",
        "status": "ok",
        "text": "",
        "order": "A PAR S A ORL - NMD",
    },
    {
        "line": "A PRO - MARS",
        "verb": "ORDER",
        "status": "refused",
        "said": [
            {"code": "why:place_unknown", "args": {"text": "MARS"}},
            {"code": "did_you_mean", "args": {"choices": ["A PRO - MED"]}},
        ],
        "order": None,
    },
    {
        "line": "Hello.",
        "verb": "",
        "status": "ignored",
        "said": [{"code": "not_understood", "args": {}}],
        "order": None,
    },
]
SAMPLES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "receipt": (
        "receipt",
        {
            "head": HEAD,
            "re": "my orders",
            "answers": ANSWERS,
            "orders": ORDERS,
            "deadline": DUE,
            "grace": None,
            "early": False,
            "notes": [],
        },
    ),
    "reply": (
        "reply",
        {
            "head": None,
            "re": "Re: help",
            "answers": [{"line": "LIST", "verb": "LIST", "status": "ok", "text": "", "order": None}],
            "blocks": [{"title": "Games", "lines": ["first  1425M  Hundred"]}],
        },
    ),
    "start": (
        "start",
        {
            "head": HEAD,
            "power": "FRANCE",
            "position": START,
            "variant": "hundred",
            "deadline": DUE,
            "orders": ORDERS | {"set": [{"unit": unit, "order": None} for unit in START["units"]["FRANCE"]]},
            "players": [
                {"power": "BURGUNDY", "name": "Ann"},
                {"power": "ENGLAND", "name": "Bob"},
                {"power": "FRANCE", "name": "Cy <cy@example.org>"},
            ],
        },
    ),
    "results-movement": (
        "results",
        {
            "head": NEXT,
            "power": "ENGLAND",
            "variant": "hundred",
            "result": MOVEMENT,
            "personal": [
                {"code": "personal_dislodged", "args": {"units": ["A CAL"]}},
                {"code": "personal_owes_units_due", "args": {"units": ["A CAL"], "due": DUE}},
            ],
            "next": {"phase": "1425R", "phase_name": "1425", "step": "R", "deadline": DUE},
            "owed": {"units": ["A CAL"], "builds": 0, "removals": 0},
            "orders": ORDERS
            | {"power": "ENGLAND", "phase": "1425R", "step": "R", "set": [{"unit": "A CAL", "order": None}]},
        },
    ),
    "results-retreats": (
        "results",
        {
            "head": NEXT | {"phase": "1430A", "phase_name": "1430"},
            "power": "BURGUNDY",
            "variant": "hundred",
            "result": RETREATS,
            "personal": [],
            "next": {"phase": "1430A", "phase_name": "1430", "step": "A", "deadline": DUE},
            "owed": {"units": [], "builds": 1, "removals": 0},
            "orders": ORDERS | {"power": "BURGUNDY", "phase": "1430A", "step": "A", "set": [], "builds": 1, "open": 1},
        },
    ),
    "results-adjustments": (
        "results",
        {
            "head": NEXT | {"phase": "1435M", "phase_name": "1435"},
            "power": None,
            "variant": "hundred",
            "result": ADJUSTMENTS,
            "personal": [],
            "next": {"phase": "1435M", "phase_name": "1435", "step": "M", "deadline": DUE},
        },
    ),
    "reminder": (
        "reminder",
        {"head": HEAD, "power": "FRANCE", "orders": ORDERS, "deadline": DUE, "missing": ["A PRO", "A TOU"]},
    ),
    "late": (
        "late",
        {"head": HEAD, "late": ["ENGLAND", "FRANCE"], "deadline": DUE, "grace": "2026-03-04T12:00:00+00:00"},
    ),
    "press": (
        "press",
        {
            "head": HEAD,
            "from": "FRANCE",
            "to": ["BURGUNDY", "MASTER"],
            "text": "Shall we <b>divide</b> Calais & Co.?\n\n  Yours, F.",
            "copy": False,
        },
    ),
    "press-grey": ("press", {"head": HEAD, "from": None, "to": ["ALL"], "text": "The king is dead.", "copy": True}),
    "notice": (
        "notice",
        {
            "head": HEAD | {"phase": None, "deadline": None},
            "text": ["Ann has joined the game.", "Two more players are needed."],
        },
    ),
    "end": (
        "end",
        {
            "head": HEAD | {"phase": None, "deadline": None, "stage": "finished"},
            "winner": "FRANCE",
            "draw": [],
            "terminated": False,
            "position": AFTER,
            "variant": "hundred",
            "summary": {
                "turns": ["start", "1430", "1440", "1450", "1460", "1470", "1480"],
                "rows": {
                    "BURGUNDY": [4, 5, 5, 3, 3, 2, 2],
                    "ENGLAND": [5, 4, 3, 3, 2, 2, 2],
                    "FRANCE": [4, 5, 6, 7, 8, 8, 9],
                },
            },
            "players": [
                {"power": "BURGUNDY", "name": "Ann"},
                {"power": "ENGLAND", "name": "Bob"},
                {"power": "FRANCE", "name": "Cy <cy@example.org>"},
            ],
            "story": [{"phase_name": "1440", "position": START}],
            "diary": [{"voice": "FRANCE", "phase": "1440M", "text": "I trust nobody, least of all England."}],
        },
    ),
    "digest": (
        "digest",
        {
            "head": None,
            "items": [
                {
                    "key": "1",
                    "kind": "press",
                    "game": "first",
                    "phase": "1425M",
                    "data": {"head": HEAD, "from": "FRANCE", "to": ["ALL"], "text": "The king <is> dead.", "press": 1},
                },
                {
                    "key": "2",
                    "kind": "late",
                    "game": "first",
                    "phase": "1425M",
                    "data": {"head": HEAD, "late": ["ENGLAND"], "deadline": DUE, "grace": DUE, "then": "hold"},
                },
                {
                    "key": "3",
                    "kind": "notice",
                    "game": "second",
                    "phase": None,
                    "data": {"head": HEAD, "text": ["Ann has joined the game."]},
                },
            ],
        },
    ),
    "confirm": (
        "confirm",
        {"head": HEAD, "text": ["A letter in your name waits for your word."], "lines": ["RESIGN"], "until": DUE},
    ),
}


def variant_of(data: Mapping[str, Any]) -> Variant:
    return files.load("hundred")


def renderer(paint: Any = None) -> Renderer:
    return Renderer(TEMPLATES, variant_of, marker=MARKER, paint=paint)


def mail(name: str, **changes: Any) -> Mail:
    kind, data = SAMPLES[name]
    data = json.loads(json.dumps(data)) | changes
    phase = (data["head"] or {}).get("phase")
    return Mail(
        kind=kind,
        to="a@example.org",
        data=data,
        key=name,
        zone="Asia/Tokyo",
        game="first",
        phase=phase,
        power=data.get("power"),
    )
