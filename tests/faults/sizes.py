"""How large an experiment is: in CI what fits there; with FAULTS=full in the environment what was planned."""

from __future__ import annotations

import os

FULL = os.environ.get("FAULTS") == "full"
SYNCS = 60 if FULL else 12
"""F1: the syncs at which the judge is killed, one after the other."""
IN_FLIGHT = 20 if FULL else 6
KILLS = 200 if FULL else 20
"""F2: kills at random moments."""
GAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight") if FULL else ("one", "two")
ANSWERS = 100 if FULL else 30
"""F4: 250s before each of which a sync must stand."""
STRIDE = 1 if FULL else 7
"""F15: an upgrade is killed at every so many-th of its statements and writes."""
