"""GM commands at the shell: the same use cases as by mail, their answers as text."""

from __future__ import annotations

import json
from typing import Any

from judge.app import Judge
from judge.render.blocks import Blocks
from judge.render.saying import Saying
from judge.render.speaker import speaker_of
from judge.usecases import replaying
from judge.usecases.deadlines import LettersFirst
from judge.usecases.desk import PhaseDue
from judge.usecases.letters import Letter, Taken
from judge.usecases.rehearsing import catch_up
from judge.usecases.take import at_shell

_NOT_CLOSED = (
    "refused: a deadline of {game} has passed and its phase is not closed yet. A server beside this closes it within a "
    "minute; `judge clock show` says whether deadlines are frozen."
)


class Rehearsed(Exception):  # noqa: N818 - reads as what happened
    """Ends a dry run's transaction, so that it is rolled back; carries what was said."""

    def __init__(self, taken: tuple[Taken, list[dict[str, Any]]]) -> None:
        super().__init__("dry run")
        self.taken = taken


class Shell:
    """Runs commands for a game in its GM's name."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._texts = judge.renderer.texts

    def run(self, game: str, text: str, *, dry: bool = False) -> tuple[list[str], bool]:
        """Carry out a command (`\\n` parts the lines of a block): what it said, and whether nothing was refused.

        `dry`: nothing is kept and nobody is mailed. LookupError: no such game.
        """
        judge = self._judge
        letter = Letter(
            id=None, sender="", sender_name="operator", subject="", message_id=None, references=(),
            lines=tuple(enumerate(text.replace("\\n", "\n").split("\n"), 1)), accepted_at=judge.clock.now(),
        )  # fmt: skip
        try:
            taken, blocks = self._rehearsed(game, letter) if dry else self._done(game, letter)
        except (PhaseDue, LettersFirst):
            return [_NOT_CLOSED.format(game=game)], False
        saying = Saying(self._texts, "en", "UTC")
        layout = Blocks(self._texts, "en", "UTC", lambda block: speaker_of(judge.variant_of(block), self._texts, "en"))
        lines = [f"{answer.status}: {saying.data(answer.to_json())['text']}" for answer in taken.answers]
        for block in blocks:
            laid = layout.lay_out(saying.data(block))
            lines += ["", laid["title"], *laid["lines"]]
        return lines, all(answer.status == "ok" for answer in taken.answers)

    def _done(self, game: str, letter: Letter) -> tuple[Taken, list[dict[str, Any]]]:
        judge = self._judge
        judge.tick()  # a phase whose deadline has passed is closed before anything is said about the next
        with judge.work, judge.store.begin() as uow:
            taken = at_shell(judge.services, uow, game.lower(), letter)
        judge.tick()
        judge.post_room.deliver_due()
        return taken

    def _rehearsed(self, game: str, letter: Letter) -> tuple[Taken, list[dict[str, Any]]]:
        """The same in a transaction that is rolled back."""
        judge = self._judge
        try:
            with judge.work, judge.store.begin() as uow:
                catch_up(judge.services, uow, uow.now, trusted=judge.clock.reading()[1])
                raise Rehearsed(at_shell(judge.services, uow, game.lower(), letter))  # noqa: TRY301 - it rolls back
        except Rehearsed as rehearsed:
            return rehearsed.taken

    def export(self, game: str) -> tuple[list[str], bool]:
        """The game as one line for `judge adjudicate`; not good where a GM's correction makes a replay differ."""
        with self._judge.store.begin() as uow:
            found = uow.game(game.lower())
            if found is None:
                raise LookupError(game)
            corrected = replaying.corrected_before(self._judge.services, uow, found)
            return [json.dumps(replaying.as_line(uow, found), ensure_ascii=False)], not corrected

    def verify(self, game: str) -> tuple[list[str], bool]:
        """Every stored phase adjudicated again, and whether all gave the stored results."""
        with self._judge.store.begin() as uow:
            found = uow.game(game.lower())
            if found is None:
                raise LookupError(game)
            played = replaying.verify(self._judge.services, uow, found)
        lines = [f"{each.phase} {'same' if each.same else 'DIFFERS'} {each.stored}" for each in played]
        return lines, all(each.same for each in played)

    def log(self, game: str) -> tuple[list[str], bool]:
        """The audit log of a game."""
        with self._judge.store.begin() as uow:
            found = uow.game(game.lower())
            if found is None:
                raise LookupError(game)
            entries = uow.audit_of(found.id)
        return [f"{e.at:%Y-%m-%d %H:%M:%S} {e.actor:8} {e.verb:12} {dict(e.detail)}" for e in entries], True
