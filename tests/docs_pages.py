"""The pages of docs/ that are made from the code's own tables. `python -m tests.docs_pages` (make docs) writes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from judge.config import Settings as Config
from judge.game.setting_lines import RULES, setting_words
from judge.game.settings import Settings, shown
from judge.usecases.verbs import VERBS, Verb

DOCS = Path(__file__).parents[1] / "docs"
GROUPS = {
    "anyone": ("Anybody", "These work without a seat, and with one too."),
    "player": ("Players", "After SIGNON, or in a reply to one of the judge's mails, which needs no SIGNON."),
    "GM": ("Game masters", "After `SIGNON Mgame password`, or in a reply to a mail that came to you as the GM."),
}
"""Who may use a command, in the words of the page. A verb for somebody else is a missing heading, and a failed test."""


def commands_page() -> str:
    """Every command with its forms, an example and what it does."""
    parts = [
        "# Commands",
        "",
        "Made from the judge's command table (`make docs`). Case and blanks don't matter. `[…]` can be left out,",
        "`|` parts forms, `…` stands for the lines of a block. A line that is no command is read as an order.",
    ]
    for who, (title, about) in GROUPS.items():
        parts += ["", f"## {title}", "", about]
        for verb in VERBS:
            if verb.who == who:
                parts += _command(verb)
    return "\n".join(parts) + "\n"


def _command(verb: Verb) -> list[str]:
    return ["", f"### {verb.name}", "", f"`{verb.syntax}`", "", verb.summary, "", "```", verb.example, "```"]


def settings_page() -> str:
    """What an operator sets for a judge, and a GM for a game."""
    words = ", ".join(f"`{word}`" for word in dict.fromkeys(setting_words()))
    names = [each.name for each in fields(Settings) if each.name != "extra"]
    parts = [
        "# Settings",
        "",
        "Made from the code's own tables (`make docs`).",
        "",
        "## A judge's: `judge.toml` or the environment",
        "",
        "The key goes into `judge.toml`, the variable overrides it. A wrong setting keeps the judge from starting:",
        "one line names the key, the value and the way out.",
        "",
        "| key | variable | meaning | default |",
        "|---|---|---|---|",
        *(_config_row(each.name, each.metadata["doc"]) for each in fields(Config)),
        "",
        "## A game's: lines of CREATE, or of its GM later",
        "",
        f"A settings line begins with one of these words: {words}.",
        "The answer to each shows the old value and the new one. A new game has:",
        "",
        "| setting | default |",
        "|---|---|",
        *(f"| {name} | {_shown(getattr(Settings(), name))} |" for name in names),
        "",
        "`RULE name[, name…]` takes these names; `RULE !name` takes the default back:",
        "",
        "| rule | sets |",
        "|---|---|",
        *(f"| `{rule}` | {_values(values)} |" for rule, values in RULES.items()),
    ]
    return "\n".join(parts) + "\n"


def _config_row(name: str, meaning: str) -> str:
    default = getattr(Config(), name)
    text = ",".join(default) if isinstance(default, tuple) else str(default or "")
    return f"| `{name}` | `JUDGE_{name.upper()}` | {meaning} | {f'`{text}`' if text else '–'} |"


def _values(values: dict[str, object]) -> str:
    return ", ".join(f"{name} = {_shown(value)}" for name, value in values.items())


def _shown(value: object) -> str:
    return "–" if value in ((), {}, "") or value is None else shown(value).replace("|", "\\|")


PAGES: dict[str, Callable[[], str]] = {"commands.md": commands_page, "settings.md": settings_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
