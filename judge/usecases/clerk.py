"""The clerk: takes letters one after the other and closes phases that are due, always letters first.

Called by one thread at a time (`judge.server` sees to it); on several nodes the store's locks keep clerks apart.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from judge.game.game import Stage
from judge.usecases.asides import tell_asides
from judge.usecases.claiming import Claims, Inbox, InHand, Opened, Opener, readable, senders_and_games
from judge.usecases.deadlines import LettersFirst, close_phase, pause_failed
from judge.usecases.desk import PhaseDue, Services
from judge.usecases.digest import send_due
from judge.usecases.holding import held_report, hold
from judge.usecases.letters import Letter, Said, cut
from judge.usecases.mails import answer_mail, tell_operator
from judge.usecases.pausing import resume_due
from judge.usecases.ports import AlreadyAdjudicated, AuditEntry, LetterDone, StaleGame, Store, StoredLetter, UnitOfWork
from judge.usecases.proofs import ProofNeeded
from judge.usecases.reminding import next_bell, remind
from judge.usecases.take import take
from judge.usecases.undelivered import bounced

log = logging.getLogger(__name__)
TRIES = 5
"""How often one letter or phase is begun again in one go when others were faster."""
MOST_PASSED_ON = 200
"""Lines of a letter to the operator that are mailed on; the whole is kept."""
ONE_COMMIT = 0.05
"""Seconds after which a commit takes no further letter, because others wait for the store."""
MOST_PHASES = 10
"""Phases of one game that are closed in one go."""


class NotNow(Exception):  # noqa: N818 - reads as what happened
    """A letter must wait for something that is not in our hands; it is no fault of the letter's."""


class Clerk:
    """Works letters off and closes phases.

    `away` are the failures of the database: neither a letter nor a game is to blame for them, so they are passed on and
    the work is begun again later. `may_close` is asked before any phase is closed (the clock guard). `together` letters
    are committed at once at most, as long as that takes no longer than `ONE_COMMIT` by `watch`. `remind_every` is how
    long reminders of players' own lead times may be late; nothing: each tick looks for them.
    """

    def __init__(
        self,
        services: Services,
        store: Store,
        inbox: Inbox,
        opener: Opener,
        *,
        away: tuple[type[Exception], ...] = (),
        may_close: Callable[[], bool] = lambda: True,
        together: int = 1,
        watch: Callable[[], float] = lambda: 0.0,
        remind_every: timedelta = timedelta(),
    ) -> None:
        self._services, self._store, self._inbox, self._open = services, store, inbox, opener
        self._claims = Claims(inbox)
        self._away, self._may_close, self._together, self._watch = away, may_close, together, watch
        self._remind_every = remind_every
        self._reminded_at = datetime.min.replace(tzinfo=UTC)
        self._remind_again: datetime | None = None
        self._fit = together
        """How many letters one commit may be expected to take in time."""
        self.after_commit: Callable[[], None] = lambda: None
        """Called when letters were worked off: their answers wait to be sent."""
        self._stopping = False
        self._left: list[StoredLetter] = []
        """Letters claimed but not worked off, because the database or another node was in the way."""
        self._newest = 0
        """The newest letter that was worked off in this go."""

    def stop(self) -> None:
        """Begin nothing new: what is in hand is finished, the rest waits in the store."""
        self._stopping = True

    def work_letters(self, enough: Callable[[], bool] = lambda: False) -> int:
        """Work off accepted letters, oldest first, until there are none or it is `enough`; how many there were.

        Letters may come for as long as one likes; phases must not wait for their end.
        """
        left, self._left = self._left, []
        self._newest = 0
        done = self._work_handful([InHand(stored, partial(self._open, stored)) for stored in left])
        while not (self._stopping or enough()) and (handful := self._claims.next(self._open)):
            done += self._work_handful(handful)
        if self._stopping:
            self._claims.give_back(())
        return done

    def _work_handful(self, rest: list[InHand]) -> int:
        """Work letters off in order. Where one of them must wait or be tried again, those after it wait too."""
        done = 0
        while rest and not self._stopping:
            try:
                worked = self._work_together(rest) or self._work(rest[0].stored, rest[0].opened)
            except self._away:
                self._left.extend(each.stored for each in rest)
                raise
            if not worked:
                self._claims.give_back(rest[1:])
                return done
            self.after_commit()
            self._newest = max(self._newest, rest[worked - 1].stored.id)
            done, rest = done + worked, rest[worked:]
        if rest:
            self._claims.give_back(rest)
        return done

    def _work_together(self, letters: Sequence[InHand]) -> int:
        """Work off the first letters in one commit; how many. None of them (0): the first one needs care of its own.

        A letter that raises undoes the whole commit; those before it are taken once more without it.
        """
        letters = readable(letters[: self._fit])
        if len(letters) < 2:
            return 0
        done, began = 0, self._watch()
        try:
            with self._store.begin() as uow:
                still_open = uow.letters_open([each.stored.id for each in letters])
                opened = [each.opened().letter for each in letters]
                uow.foresee(*senders_and_games([letter for letter in opened if letter is not None]))
                for each in letters:
                    if done and self._watch() - began > ONE_COMMIT:
                        break
                    if each.stored.id in still_open:
                        self._take_in(uow, each.stored, each.opened())
                    done += 1
        except self._away:
            raise
        except Exception:  # it is raised again where the letter is taken alone
            return self._work_together(letters[: min(done, len(letters) - 1)])
        self._fit = min(self._together, max(2, done * 2 if done == len(letters) else done))
        for each in letters[:done]:
            log.info("letter %d: worked off", each.stored.id)
        return done

    def tick(self, now: datetime) -> None:
        """Close every phase that is due, and send the reminders whose time has come."""
        stuck: set[str] = set()
        for _ in range(MOST_PHASES):
            if self._stopping:
                return
            with self._store.begin() as uow:
                due = [name for name in uow.due(now) if name not in stuck]
                running = [game.name for game in uow.games(listed_only=False) if game.stage is Stage.RUNNING]
            stuck |= {name for name in due if not self.close(name, now)}
            if not set(due) - stuck:
                break  # orders given in advance may have closed the next phase too
        self._apart("letters set aside", partial(tell_asides, self._services, self._store, now))
        self._apart("paused games", partial(resume_due, self._services, self._store, now))
        self._apart("digests", partial(send_due, self._store, now))
        if self._is_time_to_remind(now):
            for name in running:
                self._apart(f"reminders of {name}", partial(remind, self._services, self._store, name, now))

    def _is_time_to_remind(self, now: datetime) -> bool:
        """Whether to look for reminders: now and then, and at each instant that the games' own settings name. Each
        letter may bring a tick, and every running game is looked at."""
        look = self._remind_again is None or not self._reminded_at <= now < self._remind_again
        if look and self._remind_every:
            following = next_bell(self._store, now) or now + self._remind_every
            self._reminded_at, self._remind_again = now, min(following, now + self._remind_every)
        return look

    def close(self, name: str, now: datetime) -> bool:
        """Close one game's phase if it is due; a failure pauses that game and no other. False: it has to wait."""
        for _ in range(TRIES):
            if self._stopping or not self._may_close():
                return False
            try:
                closed = close_phase(self._services, self._store, name, now)
            except LettersFirst as first:
                last = max(first.letters)
                if not self.work_letters(lambda: self._newest > last):  # noqa: B023 - called in this round only
                    return False  # another node has them in hand; the next tick comes back
                continue
            except (StaleGame, AlreadyAdjudicated):
                continue
            except self._away:
                raise
            except Exception:
                self._pause(name, now, traceback.format_exc(limit=20))
                return True
            if closed.what != "nothing":
                log.info("game %s: %s %s", name, closed.phase, closed.what)
            return True
        return False

    def _pause(self, name: str, now: datetime, error: str) -> None:
        """Pause a game that could not be adjudicated and tell its people; if even that fails, pause it silently."""
        log.error("game %s could not be adjudicated and is paused: %s", name, error)
        try:
            pause_failed(self._services, self._store, name, now, error)
        except self._away:
            raise
        except Exception:
            log.exception("game %s: its people could not be told", name)
            with self._store.begin() as uow:
                game = uow.game(name)
                if game is not None and game.stage is Stage.RUNNING:
                    uow.save_game(replace(game, stage=Stage.PAUSED), expected_phase_no=game.phase_no)
                    uow.audit(AuditEntry(game.id, now, "judge", "PAUSE", {"error": error}))

    def _apart(self, what: str, work: Callable[[], object]) -> None:
        """Do what may fail without keeping the rest of a tick from being done. A stop waits for the next tick."""
        if self._stopping:
            return
        try:
            work()
        except self._away:
            raise
        except Exception:
            log.exception("%s: failed, the next tick tries again", what)

    def rehearse(self, uow: UnitOfWork, stored: StoredLetter) -> Mapping[str, Any]:
        """Take a letter in a transaction that the caller rolls back; its report."""
        opened = self._open(stored)
        if opened.letter is not None and opened.kind == "letter":
            try:
                return take(self._services, uow, opened.letter).to_json()
            except ProofNeeded:
                return held_report(opened.letter)
            except PhaseDue:  # and it may not be closed now: the letter would wait
                pass
        return {"kind": opened.kind, "seat": None, "commands": []}

    def _work(self, stored: StoredLetter, opened: Callable[[], Opened]) -> bool:
        """Work one letter off, or set it aside; False if it has to wait or is to be tried again."""
        try:
            self._take(stored, opened())
        except NotNow:
            self._left.append(stored)
            return False
        except self._away:
            raise
        except LetterDone:
            log.info("letter %d: worked off elsewhere", stored.id)
        except Exception:
            if self._stopping:  # what it needs may have been closed under it; the next server takes it
                return False
            aside = self._inbox.letter_failed(stored.id, traceback.format_exc(limit=20))
            log.exception("letter %d failed%s", stored.id, " and is set aside" if aside else "")
            return aside
        return True

    def _take(self, stored: StoredLetter, opened: Opened) -> None:
        for _ in range(TRIES):
            try:
                self._take_once(stored, opened)
            except ProofNeeded as need:
                assert opened.letter is not None  # noqa: S101 - it was taken a moment ago
                hold(self._services, self._store, opened.letter, need)
            except PhaseDue as due:  # the phase that it is too late for comes first
                if not self.close(due.game, stored.accepted_at):
                    raise NotNow(due.game) from None
                continue
            except StaleGame:
                continue
            log.info("letter %d: %s worked off", stored.id, opened.kind)
            return
        raise RuntimeError("a letter was begun too often")

    def _take_once(self, stored: StoredLetter, opened: Opened) -> None:
        with self._store.begin() as uow:
            if stored.id in uow.letters_open([stored.id]):
                self._take_in(uow, stored, opened)

    def _take_in(self, uow: UnitOfWork, stored: StoredLetter, opened: Opened) -> None:
        if opened.letter is not None and opened.kind == "letter":
            take(self._services, uow, opened.letter)
            return
        report: dict[str, Any] = {"kind": opened.kind, "seat": None, "commands": [], "why": opened.why}
        if opened.kind == "unreadable" and opened.letter is not None:
            self._complain(uow, opened)
        if opened.kind == "operator" and opened.letter is not None:
            self._pass_on(uow, opened.letter)
        if opened.kind == "bounce":
            bounced(self._services, uow, opened.bounced, opened.returned, opened.why or "", stored.accepted_at)
        uow.letter_done(stored.id, report=report, at=stored.accepted_at)

    def _pass_on(self, uow: UnitOfWork, letter: Letter) -> None:
        """Mail to postmaster@ and abuse@ goes on to the operator; he answers its writer, not us."""
        about = {"number": letter.id, "sender": letter.sender, "subject": letter.subject}
        lines = [cut(line, 400) for _, line in letter.lines[:MOST_PASSED_ON]]
        key, said = f"mail:{letter.id}", Said("operator_mail", about)
        tell_operator(
            self._services, uow, key, letter.accepted_at, said, lines=lines, reply_to=letter.sender
        )  # fmt: skip

    def _complain(self, uow: UnitOfWork, opened: Opened) -> None:
        letter = opened.letter
        assert letter is not None  # noqa: S101 - the caller looked
        said = Said("letter_encrypted" if opened.why == "encrypted" else "letter_broken")
        data = {"answers": [], "notes": [said.to_json()], "blocks": []}
        person = uow.person_at(letter.sender)
        answer_mail(self._services, uow, letter, "reply", data, person=person, game=None, seat=None)
