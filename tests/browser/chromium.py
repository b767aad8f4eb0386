"""Mails as a real browser shows them: Chromium without a window, several mails on one page, each in a frame of its own.

A frame's width is the phone's; its colour scheme is what the mail's own `prefers-color-scheme` sees.
"""

from __future__ import annotations

import base64
import html
import io
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from judge.render.mails import Rendered

NAMES = ("chromium", "chromium-browser", "google-chrome")
GROUND = (125, 133, 140)
"""The page behind the frames; what is only ground is cut off."""
MEASURE = """
const report = [];
function light(c) { const p = c.map(v => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
  return .2126 * p[0] + .7152 * p[1] + .0722 * p[2]; }
function rgb(s) { const n = s.match(/[\\d.]+/g).map(Number); return n.length > 3 && n[3] === 0 ? null : n.slice(0, 3); }
function ground(e) {
  for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c) return c; }
  return [255, 255, 255]; }
for (const frame of document.querySelectorAll('iframe')) {
  const doc = frame.contentDocument, root = doc.documentElement, view = frame.contentWindow;
  frame.style.height = root.scrollHeight + 'px';
  const out = [], pale = [], bad = [];
  for (const e of doc.body.querySelectorAll('*')) {
    const box = e.getBoundingClientRect();
    if (box.right > frame.clientWidth + 0.5 || box.left < -0.5) out.push(e.tagName + ': ' + e.textContent.slice(0, 60));
    if (e.tagName === 'IMG' && (!e.alt || !e.naturalWidth)) bad.push(e.outerHTML.slice(0, 80));
    if ([...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) {
      const a = light(rgb(view.getComputedStyle(e).color)), b = light(ground(e));
      const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
      if (ratio < 4.5) pale.push(e.textContent.trim().slice(0, 60) + ' ' + ratio.toFixed(2));
    }
  }
  report.push({name: frame.title, wide: root.scrollWidth, room: frame.clientWidth, high: root.scrollHeight,
    dark: view.matchMedia('(prefers-color-scheme: dark)').matches, out, pale, bad,
    images: doc.images.length});
}
document.getElementById('report').textContent = JSON.stringify(report);
"""


@dataclass(frozen=True)
class Frame:
    """A mail shown at a width, in a colour scheme."""

    name: str
    mail: Rendered
    width: int
    dark: bool = False


def browser() -> str:
    """The browser's program. Raises where there is none: these tests are not skipped."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise FileNotFoundError("chromium is not installed: apt-get install chromium")
    return found


def measured(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """What the browser found in each frame: what sticks out, what can't be read, what is no picture."""
    with tempfile.TemporaryDirectory() as folder:
        dom = _run(folder, frames, ["--dump-dom"])
    found = re.search(r'<pre id="report">(.*?)</pre>', dom.decode("utf-8"), re.DOTALL)
    assert found, "the page has no report"
    report: list[dict[str, Any]] = json.loads(html.unescape(found.group(1)))
    return report


def shot(frames: Sequence[Frame], tallest: int = 6000) -> Image.Image:
    """A picture of the frames side by side, without the empty ground around them."""
    with tempfile.TemporaryDirectory() as folder:
        wide = sum(frame.width + 16 for frame in frames) + 16
        _run(folder, frames, [f"--screenshot={folder}/shot.png", f"--window-size={max(wide, 520)},{tallest}"])
        image = Image.open(io.BytesIO((Path(folder) / "shot.png").read_bytes())).convert("RGB")
    ground = Image.new("RGB", image.size, GROUND)
    box = ImageChops.difference(image, ground).getbbox()
    assert box, "the picture is empty"
    return image.crop((0, 0, box[2] + 16, box[3] + 16))


def _run(folder: str, frames: Sequence[Frame], options: list[str]) -> bytes:
    page = Path(folder) / "page.html"
    page.write_text(_page(frames), "utf-8")
    command = [
        browser(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-extensions",
        "--disable-dev-shm-usage", "--virtual-time-budget=5000", f"--user-data-dir={folder}/profile",
        *options, page.as_uri(),
    ]  # fmt: skip
    return subprocess.run(command, check=True, capture_output=True, timeout=150).stdout


def _page(frames: Sequence[Frame]) -> str:
    shown = "".join(
        f'<iframe title="{html.escape(frame.name)}" srcdoc="{html.escape(_inlined(frame.mail))}" '
        f'style="width:{frame.width}px;height:100px;color-scheme:{"dark" if frame.dark else "light"}"></iframe>'
        for frame in frames
    )
    ground = "#" + "".join(f"{c:02x}" for c in GROUND)
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><style>html{{background:{ground}}}body{{margin:0;padding:16px 0 0 16px;'
        "display:flex;gap:16px;align-items:flex-start}iframe{border:0;flex:none}#report{display:none}</style>"
        f'{shown}<pre id="report"></pre><script>addEventListener("load",()=>{{{MEASURE}}})</script>'
    )


def _inlined(mail: Rendered) -> str:
    """The HTML part with its pictures where a mail program would put them."""
    text = mail.html
    for picture in mail.pictures:
        data = base64.b64encode(picture.png).decode()
        text = text.replace(f"cid:{picture.cid}", f"data:image/png;base64,{data}")
    return text
