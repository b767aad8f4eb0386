"""From a decided mail's record to the bytes that are sent: words, pictures, headers."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Protocol

from judge.mail.addresses import numbered, reply_address, token
from judge.mail.headers import ADDRESS
from judge.mail.message import Attachment, Draft, Picture, compose
from judge.mail.threads import chain, list_id, root_of, unsubscribe
from judge.render.illustration import may_show_picture
from judge.render.mails import Renderer
from judge.usecases.ports import Mail

log = logging.getLogger(__name__)
GAMES_AT_ONCE = 2


class Decided(Protocol):
    """A mail that was decided: its record, and what never changes about it."""

    @property
    def id(self) -> int: ...
    @property
    def mail(self) -> Mail: ...
    @property
    def message_id(self) -> str: ...
    @property
    def created_at(self) -> datetime: ...


class Writer:
    """Writes mails. `secret` is the key of reply addresses and threads. What is `passed_on` is raised, because it is no
    mail's fault; any other failure leaves that one mail unwritten."""

    def __init__(
        self, renderer: Renderer, domain: str, secret: bytes, passed_on: tuple[type[Exception], ...] = ()
    ) -> None:
        self._renderer, self._domain, self._secret, self._passed_on = renderer, domain, secret, passed_on

    def __call__(self, rows: Sequence[Decided]) -> dict[int, bytes]:
        """The bytes of mails by id; what can't be made is left out."""
        return {row_id: raw for row_id, raw in self._written(rows) if raw is not None}

    def _written(self, rows: Sequence[Decided]) -> Iterator[tuple[int, bytes | None]]:
        """The mails of one game in a row because they share its picture, and two games at a time: while one is painted,
        by another process, the other is written."""
        games: dict[str | None, list[Decided]] = {}
        for row in rows:
            if may_show_picture(row.mail):
                games.setdefault(row.mail.game, []).append(row)
            else:
                yield row.id, self._tried(row)
        if len(games) < 2:
            yield from ((row.id, self._tried(row)) for each in games.values() for row in each)
            return
        with ThreadPoolExecutor(GAMES_AT_ONCE, "writing") as pool:
            for done in pool.map(lambda each: [(row.id, self._tried(row)) for row in each], games.values()):
                yield from done

    def _tried(self, row: Decided) -> bytes | None:
        try:
            return self.write(row)
        except self._passed_on:
            raise
        except Exception:
            log.exception("mail %d could not be made", row.id)
            return None

    def write(self, row: Decided) -> bytes:
        """Make a mail's bytes from its record alone."""
        mail = row.mail
        rendered = self._renderer.render(mail)
        pictures = tuple(Picture(picture.cid, picture.png, picture.alt) for picture in rendered.pictures)
        address = f"{mail.game or 'judge'}@{self._domain}"
        root = root_of(self._secret, mail.thread, self._domain) if mail.thread else None
        in_reply_to, references = chain(root, mail.in_reply_to, mail.references)
        draft = Draft(
            message_id=row.message_id,
            date=row.created_at,
            from_name=f"Judge: {mail.game}" if mail.game else "Judge",
            from_addr=address,
            to=mail.to,
            reply_to=self._reply_to(row) or address,
            subject=rendered.subject,
            text=rendered.text,
            html=None if mail.plain else rendered.html,
            pictures=pictures,
            attachments=tuple(Attachment(file.name, file.content_type, file.data) for file in rendered.files),
            in_reply_to=in_reply_to,
            references=references,
            headers=_judge_headers(mail) | self._list_headers(row),
            auto="replied" if mail.kind in ("receipt", "reply") else "generated",
        )
        return compose(draft)

    def _list_headers(self, row: Decided) -> dict[str, str]:
        headers = {"List-Id": list_id(row.mail.game, self._domain)} if row.mail.game else {}
        if row.mail.topic:
            headers["List-Unsubscribe"] = unsubscribe(
                self._secret, row.id, row.message_id, row.mail.topic, self._domain
            )
        return headers

    def _reply_to(self, row: Decided) -> str | None:
        mail = row.mail
        if ADDRESS.fullmatch(given := str(mail.data.get("reply_to", ""))) and given.isascii():
            return given
        if mail.kind == "confirm" and mail.letter is not None and "act" not in mail.data:
            return reply_address(None, numbered(self._secret, "confirm", row.id, row.message_id), self._domain)
        if mail.seat is None or mail.game is None:
            return None
        return reply_address(mail.game, token(self._secret, mail.seat, mail.token_version), self._domain)


def _judge_headers(mail: Mail) -> dict[str, str]:
    named = {"Kind": mail.kind, "Game": mail.game, "Phase": mail.phase, "Power": mail.power}
    return {f"X-Judge-{name}": value for name, value in named.items() if value}
