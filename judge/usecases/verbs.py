"""The command table: every verb, its forms and who uses it. HELP and the language reference are made from it."""

from __future__ import annotations

from judge.usecases.verb import Verb
from judge.usecases.verbs_masters import MASTERS
from judge.usecases.verbs_players import PLAYERS
from judge.usecases.verbs_running import FIRST, RUNNING
from judge.usecases.verbs_votes import CORRECTIONS, VOTES

__all__ = ["BY_NAME", "VERBS", "Verb"]

VERBS: tuple[Verb, ...] = (*FIRST, *PLAYERS, *VOTES, *MASTERS, *RUNNING, *CORRECTIONS)
BY_NAME = {verb.name: verb for verb in VERBS}
