"""Whether a letter proves enough for what it asks: the seat's token or password, and an authenticated From.

`trust` (trial) asks for nothing, `confirm` for one proof, `strict` for both. What can't be undone is always confirmed
by a reply from the address on record. A verb that is not named here counts as one that changes something.
"""

from __future__ import annotations

from judge.game.game import Game, Stage
from judge.game.seats import Role, Seat
from judge.game.setting_lines import read_setting
from judge.usecases.desk import Desk
from judge.usecases.ports import Person
from judge.usecases.script import Command

READING = frozenset(
    {"SIGNON", "SIGNOFF", "STATUS", "LIST", "SUMMARY", "HISTORY", "RESULTS", "WHOGAME", "WHOIS", "MAP", "VARIANT",
     "GET", "HELP", "VERSION", "WHATIF", "PREFERENCES"}
)  # fmt: skip
"""These change nothing; their answers go to addresses that are known or proven only."""
ASKED_ELSEWHERE = frozenset({"ADDRESS", "ALSO"})
"""`mailbox` asks the address on record itself, which for I AM ALSO is not the sender's."""
ALWAYS_CONFIRMED = frozenset({"ROLLBACK", "EJECT", "TERMINATE", "REVEAL", "TAKEOVER"})
OWN = frozenset(
    {
        "REGISTER",
        "JOIN",
        "CREATE",
        "OBSERVE",
        "MONITOR",
        "NAME",
        "ZONE",
        "LANGUAGE",
        "REMINDER",
        "PRESSDELAY",
        "MAIL",
        "DIGEST",
        "PICTURES",
        "TEXT",
        "CALENDAR",
    }
)
"""A person's own affairs, or the first step into a game: there is no token or password yet, so From is all."""


class ProofNeeded(Exception):  # noqa: N818 - reads as what happened
    """The letter is short of proofs: undo it and ask. `address` None: there is nobody to ask."""

    def __init__(self, address: str | None, person: Person | None, game: Game | None) -> None:
        super().__init__("the letter is short of proofs")
        self.address, self.person, self.game = address, person, game


def asks_for_proof(desk: Desk) -> bool:
    """Not in trial mode, and not of the operator at the shell."""
    return desk.services.identity != "trust" and desk.letter.id is not None


def require(desk: Desk, command: Command, *, order: bool = False) -> bool:
    """Raise ProofNeeded unless the letter proves enough for this line. False: a confirmation that came too late."""
    if not asks_for_proof(desk):
        return True
    name = command.verb.name if command.verb is not None else "ORDER"
    if name in READING or name in ASKED_ELSEWHERE:
        return True
    if command.verb is None and not order and not _is_setting(desk, command):
        return True
    seat, address, person = _whom_to_ask(desk)
    if desk.letter.confirmed_by is not None and desk.letter.confirmed_by == address:
        return not _too_late(desk, command)
    confirmed = name in ALWAYS_CONFIRMED or (name == "JOIN" and _takes_over(desk, command))
    if confirmed or not _enough(desk, name, seat, command):
        raise ProofNeeded(address, person, desk.game)
    return True


def _enough(desk: Desk, name: str, seat: Seat | None, command: Command) -> bool:
    shown = desk.shown.get(seat.id) if seat is not None else None
    sender = desk.letter.authenticated and (seat is None or (desk.person is not None and seat.person == desk.person.id))
    if name in OWN:
        return sender or (shown is not None and desk.services.identity == "confirm")
    masters = (command.verb is not None and command.verb.who == "GM") or (seat is not None and seat.role is Role.MASTER)
    if masters and shown == "token" and not sender:
        return False  # a token is printed in mails that are forwarded: alone it never speaks for the GM
    return (shown is not None) + sender >= (2 if desk.services.identity == "strict" else 1)


def _whom_to_ask(desk: Desk) -> tuple[Seat | None, str | None, Person | None]:
    """The seat the letter speaks for, and the address on record of its player (or of the sender)."""
    seat = desk.seat or desk.seat_for(Role.POWER) or desk.seat_for(Role.MASTER)
    holder = desk.uow.person(seat.person) if seat is not None and seat.person is not None else desk.person
    if holder is not None:
        return seat, holder.address, holder
    return seat, desk.letter.sender if desk.letter.authenticated else None, None


def _takes_over(desk: Desk, command: Command) -> bool:
    game = desk.uow.game(command.args.get("target", "").lstrip("? ").lower().rpartition("@")[2])
    return game is not None and game.stage in (Stage.RUNNING, Stage.PAUSED)


def _is_setting(desk: Desk, command: Command) -> bool:
    if desk.game is None or desk.seat_for(Role.MASTER) is None:
        return False
    return read_setting(desk.game.settings, command.text.removeprefix("SET ").removeprefix("set ")) is not None


def _too_late(desk: Desk, command: Command) -> bool:
    """A held letter counts only as long as no phase of its game was adjudicated since it came (rule 7)."""
    if desk.game is None or desk.game.stage is Stage.FORMING:
        return False
    last = max((result.processed_at for result in desk.uow.results(desk.game.id)), default=None)
    before = desk.letter.phases.get(desk.game.name)
    if (last is None or last <= desk.letter.accepted_at) and before in (None, desk.game.phase_no):
        return False
    desk.refuse(command, "confirmed_too_late", game=desk.game.name)
    return True
