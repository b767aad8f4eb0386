"""Which use case carries out which of the players' commands."""

from __future__ import annotations

from collections.abc import Callable

from judge.usecases import (
    absent,
    advance,
    archive,
    diary,
    helping,
    look,
    mailbox,
    ordering,
    player,
    preferring,
    revising,
    signing,
    talking,
    whatif,
)
from judge.usecases.desk import Desk
from judge.usecases.script import Command


def zone(desk: Desk, command: Command) -> None:
    """SET ZONE and SET NO ZONE."""
    (player.set_zone if command.args.get("zone") else mailbox.no_zone)(desk, command)


def wait(desk: Desk, command: Command) -> None:
    """SET WAIT and SET NOWAIT: for the current phase or, under PHASE, for a later one."""
    (player.set_wait if desk.ahead is None else advance.wait_ahead)(desk, command)


PLAYERS: dict[str, Callable[[Desk, Command], None]] = {
    "REGISTER": player.register,
    "NAME": mailbox.set_name,
    "ADDRESS": mailbox.set_address,
    "ALSO": mailbox.also,
    "LANGUAGE": player.set_language,
    "ZONE": zone,
    "PASSWORD": player.set_password,
    "JOIN": player.join,
    "SIGNON": signing.sign_on,
    "TAKEOVER": player.take_over,
    "OBSERVE": player.observe,
    "MONITOR": mailbox.monitor,
    "RESIGN": player.resign,
    "PREFERENCE": mailbox.set_preference,
    "REMINDER": mailbox.set_reminder,
    "BROADCASTS": mailbox.set_broadcasts,
    "PREFERENCES": preferring.show,
    "MAIL": preferring.set_mail,
    "DIGEST": preferring.set_digest,
    "PICTURES": preferring.set_pictures,
    "TEXT": preferring.set_text,
    "CALENDAR": preferring.set_calendar,
    "ABSENCE": absent.set_absence,
    "NOABSENCE": absent.no_absence,
    "AMEND": revising.amend,
    "CLEAR": revising.clear,
    "UNDO": revising.undo,
    "STATUS": look.status,
    "WAIT": wait,
    "NOWAIT": wait,
    "PHASE": advance.phase,
    "FALLBACK": advance.fallback,
    "WHATIF": whatif.what_if,
    "PRESS": talking.press,
    "BROADCAST": talking.press,
    "POSTAL": talking.postal,
    "SENDPRESS": talking.send_held,
    "TAKEORDERS": talking.take_orders,
    "CANCELPRESS": talking.cancel,
    "PRESSDELAY": mailbox.set_press_delay,
    "DIARY": diary.record,
    "DIARYLIST": diary.look,
    "LIST": look.list_games,
    "SUMMARY": look.summary,
    "HISTORY": archive.history,
    "RESULTS": archive.results_again,
    "WHOGAME": look.who_game,
    "WHOIS": mailbox.who_is,
    "MAP": look.show_map,
    "VARIANT": look.show_variant,
    "GET": helping.get_topic,
    "HELP": helping.help_on,
    "VERSION": look.version,
}
FREE_WHEN_LOCKED = frozenset(
    {
        "SIGNON",
        "JOIN",
        "REGISTER",
        "HELP",
        "GET",
        "LIST",
        "VARIANT",
        "VERSION",
        "OBSERVE",
        "MONITOR",
        "CREATE",
        "NAME",
        "LANGUAGE",
        "ZONE",
        "WHOIS",
        "PREFERENCES",
        "MAIL",
        "DIGEST",
        "PICTURES",
        "TEXT",
        "CALENDAR",
    }
)
"""Commands that are carried out although a SIGNON above them failed: they are for anyone."""


def order_line(desk: Desk, command: Command) -> None:
    """An order, for the current phase or, under PHASE, for a later one."""
    if desk.ahead is None:
        ordering.order_lines(desk, command)
    else:
        advance.line_ahead(desk, command)
