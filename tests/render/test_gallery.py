"""The gallery in the docs shows every map and every kind of mail, and stays small."""

from __future__ import annotations

from tests.gallery import GALLERY, mail_names, map_names, page


def test_the_gallery_shows_every_map_and_every_mail_in_every_language() -> None:
    shown = {path.stem for path in GALLERY.glob("*.png")}
    assert shown == {*map_names(), *mail_names()}, "run `make gallery`"
    assert (GALLERY / "README.md").read_text("utf-8") == page()


def test_the_gallery_is_small() -> None:
    assert sum(path.stat().st_size for path in GALLERY.iterdir()) < 8_000_000
