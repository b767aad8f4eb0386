"""Bytes to text, whatever the letter says they are. Never raises.

Only character sets that people write mail in are believed: `unicode_escape`, `punycode` or `utf-7` would decode happily
and say something else than the bytes do. An unknown, hostile or wrong name leads to detection, at last to Windows-1252.
"""

import codecs
import re

import chardet

ALIASES = {  # names that mail really carries and Python does not know, or knows too strictly
    "ascii": "cp1252", "us-ascii": "cp1252", "ansi_x3.4-1968": "cp1252", "iso-8859-1": "cp1252", "latin1": "cp1252",
    "latin-1": "cp1252", "iso8859-1": "cp1252", "iso-8859-8-i": "iso8859-8", "uft-8": "utf-8", "utf8mb4": "utf-8",
    "unicode-1-1-utf-8": "utf-8", "_iso-2022-jp$esc": "iso2022_jp_ext", "iso-2022-jp": "iso2022_jp_ext",
    "csiso2022jp": "iso2022_jp_ext", "cp50220": "iso2022_jp_ext", "cp50221": "iso2022_jp_ext", "shift_jis": "cp932",
    "shift-jis": "cp932", "sjis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932", "ms_kanji": "cp932",
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030", "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949", "euc-kr": "cp949", "big5": "cp950", "x-euc-jp": "euc_jp", "macintosh": "mac_roman",
    "x-mac-roman": "mac_roman", "cp-850": "cp850", "win-1251": "cp1251", "win1252": "cp1252", "ansi": "cp1252",
}  # fmt: skip
BELIEVED = frozenset(
    {"utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp932", "euc_jp", "euc_jis_2004", "iso2022_jp_ext", "iso2022_jp",
     "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_3", "iso2022_jp_2004", "iso2022_kr", "gb18030", "hz", "cp949", "cp950",
     "big5hkscs", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "cp437", "cp850", "cp852", "cp855", "cp866", "cp874",
     "tis-620", "shift_jis_2004", "utf-8-sig"}
    | {f"cp125{number}" for number in range(9)}
    | {f"iso8859-{number}" for number in range(1, 17)}
)  # fmt: skip
KANA = re.compile("[\u3041-\u30fe]")
KANJI = re.compile("[\u3000-\u3020\u4e00-\u9fa0\uff01-\uff5e]")
DETECT_BYTES = 20_000
SURE_ENOUGH = 0.2  # what chardet says of a short Shift_JIS letter is about 0.3; of a lone é less than 0.05
ISO_2022_JP = re.compile(rb"\x1b\$[@B]|\x1b\(J")


def decode(data: bytes, declared: str | None) -> tuple[str, bool]:
    """The text, and whether the declared character set (or none) was right."""
    name = _believed(declared)
    if name not in {None, "iso2022_jp_ext"} and ISO_2022_JP.search(data) and not any(byte > 0x7F for byte in data):
        return data.decode("iso2022_jp_ext", "replace"), False
    if name in {None, "cp1252"} or (name is not None and name.startswith("iso8859")):
        utf8 = _strict(data, "utf-8")  # text that is valid UTF-8 by accident does not occur
        if utf8 is not None and not data.isascii():
            return utf8, False
    if name is not None:
        text = _strict(data, name)
        if text is not None:
            return text, declared is not None
    plain = data.isascii() and declared is None and not ISO_2022_JP.search(data)
    return _detected(data, name), plain


def _believed(declared: str | None) -> str | None:
    if not declared or len(declared) > 40:
        return None
    wanted = declared.strip(" \t\"'").lower()
    try:
        name = codecs.lookup(ALIASES.get(wanted, wanted)).name
    except (LookupError, ValueError, UnicodeError):  # NUL in a name raises ValueError, `idna` UnicodeError
        return None
    return name if name in BELIEVED else None


def _strict(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except (UnicodeError, ValueError, LookupError):
        return None


def _detected(data: bytes, declared: str | None) -> str:
    utf8 = _strict(data, "utf-8")
    if utf8 is not None:
        return data.decode("iso2022_jp_ext", "replace") if ISO_2022_JP.search(data) else utf8
    if declared is not None and declared not in {"cp1252", "utf-8"}:
        return data.decode(declared, "replace")  # a stray byte in Shift_JIS: the rest is still Shift_JIS
    for japanese in ("cp932", "euc_jp"):  # the detector needs more than two orders to see it
        text = _strict(data, japanese)
        if text is not None and _reads_japanese(text):
            return text
    found = chardet.detect(data[:DETECT_BYTES])
    if (found["confidence"] or 0) >= SURE_ENOUGH:
        name = _believed(found["encoding"])
        text = _strict(data, name) if name else None
        if text is not None:
            return text
    if declared == "utf-8" and data.decode("utf-8", "replace").count("\ufffd") * 10 < len(data) and _mostly_utf8(data):
        return data.decode("utf-8", "replace")
    return data.decode("cp1252", "replace")


def _reads_japanese(text: str) -> bool:
    """Kana, and little else that is foreign: no European text looks so by accident."""
    kana = len(KANA.findall(text))
    foreign = sum(character > "\x7f" for character in text)
    return kana > 0 and (kana + len(KANJI.findall(text))) * 10 >= foreign * 7


def _mostly_utf8(data: bytes) -> bool:
    """One broken sequence among good ones (a letter cut by a relay) leaves it UTF-8."""
    text = data.decode("utf-8", "replace")
    good = sum(character > "\x7f" and character != "\ufffd" for character in text)
    return good > text.count("\ufffd")
