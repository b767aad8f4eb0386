"""Which use case carries out which of the GM's commands; and those that the GM's lists come before."""

from __future__ import annotations

from collections.abc import Callable

from judge.usecases import (
    acting,
    admission,
    correcting,
    creating,
    gm,
    housekeeping,
    insight,
    moderating,
    pausing,
    rollback,
    seating,
    substitutes,
    taking,
)
from judge.usecases.desk import Desk
from judge.usecases.script import Command

MASTERS: dict[str, Callable[[Desk, Command], None]] = {
    "CREATE": creating.create,
    "FORM": gm.form,
    "FORCE": housekeeping.force_begin,
    "UNSTART": rollback.unstart,
    "DEADLINE": gm.set_deadline,
    "EXTEND": pausing.extend,
    "PAUSE": pausing.pause,
    "RESUME": pausing.resume,
    "PROCESS": gm.process,
    "PREVIEW": insight.preview,
    "ROLLBACK": rollback.rollback,
    "ROLLFORWARD": rollback.rollforward,
    "BECOME": acting.become,
    "EJECT": gm.eject,
    "REPLACE": seating.replace_player,
    "DUMMY": seating.dummy,
    "REVIVE": seating.revive,
    "PROMOTE": seating.promote,
    "DEMOTE": seating.demote,
    "PLAYERLIST": admission.set_player,
    "INVITE": admission.invite,
    "CALL": substitutes.call,
    "SUBSTITUTE": substitutes.volunteer,
    "REVEAL": insight.reveal,
    "LOG": insight.log,
    "LATE": insight.who_is_late,
    "OFFICIAL": housekeeping.official,
    "PASSPRESS": moderating.decide,
    "COMMENT": housekeeping.comment,
    "RENAME": housekeeping.rename,
    "PURGE": housekeeping.purge,
    "TERMINATE": gm.terminate,
    "UNIT": correcting.set_unit,
    "CENTRE": correcting.set_centre,
    "IMPORT": taking.read_import,
    "CONFIRMIMPORT": taking.confirm_import,
    "JOIN": admission.join,
    "TAKEOVER": admission.take_over,
    "STATUS": insight.status,
}
