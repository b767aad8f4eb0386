"""Which mails belong together, and how one kind of them is stopped: thread roots, List-Id, List-Unsubscribe.

Every game is one thread for each of its readers, and every press partner another. A thread's root is a Message-ID that
no mail has: keyed, and different for every reader, so that two players who lay their mails side by side learn nothing
from it (in a gunboat game not even whether they write to the same person).
"""

import hmac
from base64 import b32encode
from collections.abc import Sequence

from judge.mail.addresses import numbered

ROOT_BYTES = 15


def root_of(secret: bytes, thread: str, domain: str) -> str:
    """The Message-ID at the root of a thread; `thread` names game, reader and partners."""
    digest = hmac.digest(secret, b"thread " + thread.encode(), "sha256")
    return f"<thread.{b32encode(digest[:ROOT_BYTES]).decode('ascii').lower()}@{domain}>"


def chain(root: str | None, answered: str | None, references: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """In-Reply-To and References of a mail. An answer stays in its letter's thread; if that had none, in the game's."""
    if root is None or len(references) > (answered is not None):
        return answered, tuple(references)
    return answered or root, (root, *references)


def list_id(game: str, domain: str) -> str:
    """RFC 2919: what a mail program can file a game's mails by."""
    return f"{game} <{game}.games.{domain}>"


def unsubscribe(secret: bytes, mail_id: int, message_id: str, topic: str, domain: str) -> str:
    """RFC 2369: the address alone says what is to stop, since programs send what they like as subject and text."""
    address = f"judge+{numbered(secret, 'stop', mail_id, message_id)}@{domain}"
    return f"<mailto:{address}?subject=SET%20MAIL%20{topic.upper()}%20OFF>"
