"""HTML to lines of text, for letters that have nothing else.

A block-aware walk of our own: ready converters write `A PAR| \\- BUR` for a table row, lose blockquotes, or tear a line
at every inline tag, and any of that turns a good order into a bad one.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from selectolax.lexbor import LexborHTMLParser

BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "center", "dd", "details", "dir", "div", "dl", "dt", "fieldset",
     "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "menu", "nav", "ol",
     "p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"}
)  # fmt: skip
UNSEEN = frozenset(
    {
        "script",
        "style",
        "head",
        "title",
        "template",
        "noscript",
        "iframe",
        "object",
        "svg",
        "math",
        "select",
        "textarea",
    }
)
STRUCK = frozenset({"s", "strike", "del"})
CELLS = frozenset({"td", "th"})
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|line-through", re.IGNORECASE)
SIGNATURES = frozenset({"gmail_signature", "moz-signature", "yahoo_signature", "protonmail_signature_block"})
SIGNATURE_IDS = frozenset({"signature", "ms-outlook-mobile-signature", "applemailsignature"})
QUOTES = frozenset({"yahoo_quoted", "protonmail_quote", "zmail_extra", "OutlookMessageHeader", "moz-forward-container"})
QUOTE_IDS = frozenset({"yahoo_quoted", "isforwardcontent", "replyblockquote"})


TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>?")
UNCLOSED = frozenset(
    {"br", "img", "hr", "input", "meta", "link", "col", "wbr", "area", "base", "p", "li", "td", "th", "tr", "dd", "dt",
     "option", "tbody", "thead", "tfoot"}
)  # fmt: skip
DEEPEST = 1000  # the parser takes quadratic time for nested elements; real letters nest a few dozen


@dataclass(slots=True)
class Page:
    """The lines of an HTML letter: quoted text carries `> ` as it would in plain text."""

    lines: list[str] = field(default_factory=list)
    signature: bool = False
    struck: bool = False
    _line: list[str] = field(default_factory=list)

    def add(self, text: str) -> None:
        self._line.append(text)

    def end_line(self, depth: int, *, blank: bool = False) -> None:
        text = " ".join("".join(self._line).split())
        self._line.clear()
        if text or (blank and self.lines and self.lines[-1].strip("> ")):
            self.lines.append(("> " * depth + text).rstrip() if depth else text)


def lines_of(html: str) -> Page:
    """Walk the document without recursion."""
    page = Page()
    if _too_deep(html):
        for line in TAG.sub(lambda tag: "\n" if tag[2].lower() in BLOCKS | {"br"} else "", html).split("\n"):
            page.add(line)
            page.end_line(0)
        return page
    body: Any = LexborHTMLParser(html).body
    depth = pre = 0
    stack: list[tuple[Any, bool]] = [(body, False)] if body is not None else []
    while stack:
        node, leaving = stack.pop()
        tag = node.tag or ""
        if tag == "-text":
            _text(page, node.text_content or "", depth, keep_lines=pre > 0)
            continue
        if tag == "br":
            page.end_line(depth, blank=True)
            continue
        if not leaving and (tag.startswith("-") or _skipped(page, node, tag)):
            continue
        quote = tag == "blockquote" or _is_quote(node)
        if tag in BLOCKS or quote:
            page.end_line(depth)
            if leaving and tag in {"p", "blockquote"}:
                page.end_line(depth, blank=True)
        elif tag in CELLS:
            page.add(" ")
        step = -1 if leaving else 1
        depth += step * quote
        pre += step * (tag == "pre")
        if not leaving:
            stack.append((node, True))
            children = list(node.iter(include_text=True))
            stack.extend((child, False) for child in reversed(children))
    page.end_line(0)
    return page


def _too_deep(html: str) -> bool:
    depth = 0
    for tag in TAG.finditer(html):
        if tag[2].lower() not in UNCLOSED:
            depth += -1 if tag[1] else 1
            if depth > DEEPEST:
                return True
    return False


def _text(page: Page, text: str, depth: int, *, keep_lines: bool) -> None:
    if not keep_lines:
        page.add(text)
        return
    first, *others = text.split("\n")
    page.add(first)
    for line in others:
        page.end_line(depth, blank=True)
        page.add(line)


def _classes(node: Any) -> tuple[set[str], str, str]:
    attributes = node.attributes
    names = set((attributes.get("class") or "").split())
    return names, (attributes.get("id") or "").lower(), attributes.get("style") or ""


def _is_quote(node: Any) -> bool:
    names, own_id, _ = _classes(node)
    return bool(names & QUOTES) or own_id in QUOTE_IDS


def _skipped(page: Page, node: Any, tag: str) -> bool:
    if tag in UNSEEN:
        return True
    names, own_id, style = _classes(node)
    if names & SIGNATURES or own_id in SIGNATURE_IDS:
        page.signature = True
        return True
    if tag in STRUCK or HIDDEN.search(style):
        page.struck = True
        return True
    return False
