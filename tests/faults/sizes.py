"""How large an experiment is: in CI what fits there; with FAULTS=full in the environment what was planned."""

from __future__ import annotations

import os

FULL = os.environ.get("FAULTS") == "full"
LONG = 7200 if FULL else 900
"""Seconds that a long experiment may take."""
SYNCS = 60 if FULL else 12
"""F1: the syncs at which the judge is killed, one after the other."""
IN_FLIGHT = 20 if FULL else 6
KILLS = 200 if FULL else 20
"""F2: kills at random moments."""
GAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight") if FULL else ("one", "two")
ANSWERS = 100 if FULL else 30
"""F4: 250s before each of which a sync must stand."""
CUTS = 1 if FULL else 7
"""F14: a client vanishes after every so many-th byte."""
STOPS = 100 if FULL else 4
"""F17: told to stop under load."""
DUELS = 25 if FULL else 1
"""F8: games of four phases that two nodes see due at once."""
COPIES = 20 if FULL else 3
"""F16: copies made while busy."""
WEEKS, QUIET_WEEKS = (90, 14) if FULL else (4, 3)
"""F18, T7: simulated weeks with a kill in each, and after them without."""
RACES = 500 if FULL else 24
"""T6: a GM's command and the tick at one instant."""
STRIDE = 1 if FULL else 7
"""F15: an upgrade is killed at every so many-th of its statements and writes."""
