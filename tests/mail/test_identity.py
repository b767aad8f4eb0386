"""What a letter proves about its sender: only what his own provider vouches for, all of it, once."""

from __future__ import annotations

import pytest

from judge.mail.identity import Identity, Proof
from judge.mail.results_header import Result, parse
from tests.mail.dnszone import Zone, signed

ANN = "ann@players.example"
LETTER = (
    b"From: Ann <ann@players.example>\r\nTo: first@judge.example\r\nSubject: orders\r\n"
    b"Message-ID: <1@players.example>\r\nDate: Mon, 02 Mar 2026 12:00:00 +0000\r\n\r\nA PAR - BUR\r\n"
)
ELSEWHERE = "203.0.113.9"


def check(raw: bytes, zone: Zone, mail_from: str = ANN, peer: str = ELSEWHERE, **more: tuple[str, ...]) -> Proof:
    return Identity(zone, **more).check(raw, ANN, mail_from, peer)  # type: ignore[arg-type]


def with_results(results: str, raw: bytes = LETTER) -> bytes:
    return f"Authentication-Results: {results}\r\n".encode() + raw


def test_a_signature_of_the_senders_own_domain_proves_him() -> None:
    assert check(signed(LETTER, "players.example"), Zone("players.example")).how == "dkim"


def test_a_signature_of_a_subdomain_proves_him_unless_his_domain_asks_for_strictness() -> None:
    raw = signed(LETTER, "mail.players.example")
    zone = Zone("mail.players.example")
    assert check(raw, zone).authenticated
    assert not check(raw, zone.text("_dmarc.players.example", "v=DMARC1; p=none; adkim=s")).authenticated


def test_domains_under_one_public_suffix_are_strangers() -> None:
    identity = Identity(Zone())
    assert not identity.aligned("evil.co.uk", "players.co.uk")
    assert not identity.aligned("mallory.github.io", "ann.github.io")
    assert not identity.aligned("example", "players.example")
    assert identity.aligned("mail.players.co.uk", "players.co.uk")


def test_somebody_elses_signature_proves_nothing() -> None:
    raw = signed(LETTER, "evil.example")
    assert not check(raw, Zone("evil.example"), mail_from="x@evil.example").authenticated


def test_changed_words_and_changed_senders_break_the_signature() -> None:
    raw = signed(LETTER, "players.example")
    zone = Zone("players.example")
    assert not check(raw.replace(b"A PAR - BUR", b"A PAR - GAS"), zone).authenticated
    assert not check(raw.replace(b"From: Ann", b"From: Bob"), zone).authenticated


def test_a_signature_over_a_part_of_the_text_counts_as_none() -> None:
    raw = signed(LETTER, "players.example", length=True)
    assert not check(raw, Zone("players.example")).authenticated
    assert not check(raw + b"F BRE - MAO\r\n", Zone("players.example")).authenticated


def test_a_forged_signature_without_a_key_in_the_dns_proves_nothing() -> None:
    assert not check(signed(LETTER, "players.example"), Zone()).authenticated


def test_two_letters_with_one_signature_can_be_told_to_be_a_replay() -> None:
    raw, zone = signed(LETTER, "players.example"), Zone("players.example")
    again = b"X-Added: by somebody\r\n" + raw
    assert check(raw, zone).once == check(again, zone).once is not None


def test_the_address_that_sent_it_proves_him_where_his_domain_says_so() -> None:
    zone = Zone().text("players.example", "v=spf1 ip4:203.0.113.0/24 -all")
    assert check(LETTER, zone).how == "spf"
    assert not check(LETTER, zone, peer="198.51.100.7").authenticated


def test_an_include_of_the_providers_addresses_is_followed() -> None:
    zone = (
        Zone()
        .text("players.example", "v=spf1 include:big.example -all")
        .text("big.example", "v=spf1 a:out.big.example ~all")
    )
    zone.records[("out.big.example", "A")] = [ELSEWHERE]
    assert check(LETTER, zone).how == "spf"


def test_a_pass_for_the_forgers_own_envelope_proves_nothing_about_the_from() -> None:
    zone = Zone().text("evil.example", "v=spf1 ip4:203.0.113.9 -all")
    assert not check(LETTER, zone, mail_from="x@evil.example").authenticated


def test_a_relays_address_is_never_taken_for_the_senders() -> None:
    zone = Zone().text("players.example", "v=spf1 ip4:192.0.2.25 -all")
    raw = LETTER
    assert check(raw, zone, peer="192.0.2.25").authenticated
    assert not check(raw, zone, peer="192.0.2.25", trusted=("mx.judge.example",), relays=("192.0.2.25",)).authenticated


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "0.0.0.0", "unix"])
def test_the_address_of_this_machine_proves_nobody_even_where_a_domain_allows_all(peer: str) -> None:
    zone = Zone().text("players.example", "v=spf1 +all")
    assert check(LETTER, zone).authenticated
    assert not check(LETTER, zone, peer=peer).authenticated


RELAY = {"trusted": ("mx.judge.example",), "relays": ("192.0.2.25",)}


@pytest.mark.parametrize(
    ("results", "proves"),
    [
        ("mx.judge.example; dmarc=pass header.from=players.example", True),
        ("mx.judge.example 1; dkim=pass (good) header.d=players.example; spf=none", True),
        ("mx.judge.example; dkim=pass header.i=@mail.players.example", True),
        ("mx.judge.example; spf=pass smtp.mailfrom=ann@players.example", True),
        ('MX.JUDGE.EXAMPLE; spf=pass smtp.mailfrom="ann@players.example"', True),
        ("mx.judge.example; spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example", False),
        ("mx.judge.example; dmarc=fail header.from=players.example; spf=pass smtp.mailfrom=players.example", False),
        ("mx.judge.example; dmarc=pass header.from=evil.example", False),
        ("mx.judge.example; none", False),
        ("mx.judge.example; dkim=fail header.d=players.example (dkim=pass header.d=players.example)", False),
        ("mx.evil.example; dmarc=pass header.from=players.example", False),
        ("mx.judge.example.evil.example; dmarc=pass header.from=players.example", False),
        ("; dmarc=pass", False),
    ],
)
def test_the_trusted_relays_results_are_believed_and_nobody_elses(results: str, *, proves: bool) -> None:
    assert check(with_results(results), Zone(), peer="192.0.2.25", **RELAY).authenticated is proves


def test_results_under_those_of_the_relay_are_the_forgers() -> None:
    forged = with_results("mx.judge.example; dmarc=pass header.from=players.example")
    raw = with_results("mx.judge.example; dmarc=fail header.from=players.example", forged)
    assert not check(raw, Zone(), peer="192.0.2.25", **RELAY).authenticated


def test_results_are_believed_from_the_relay_only() -> None:
    raw = with_results("mx.judge.example; dmarc=pass header.from=players.example")
    assert not check(raw, Zone(), **RELAY).authenticated
    assert not check(raw, Zone(), peer="192.0.2.25").authenticated


def test_a_name_server_that_is_away_proves_nothing_and_takes_no_more_time_than_was_given() -> None:
    zone = Zone("players.example").text("players.example", "v=spf1 ip4:203.0.113.9 -all")
    zone.broken = {"s1._domainkey.players.example", "players.example", "_dmarc.players.example"}
    assert not check(signed(LETTER, "players.example"), zone).authenticated
    moments = iter([0.0, *[100.0] * 50])
    late = Identity(Zone("players.example"), clock=lambda: next(moments))
    assert not late.check(signed(LETTER, "players.example"), ANN, ANN, ELSEWHERE).authenticated


def test_a_hundred_signatures_cost_no_more_than_a_few() -> None:
    zone = Zone()
    raw = b"".join(
        b"DKIM-Signature: v=1; a=rsa-sha256; d=players.example; s=s%d; h=from; bh=x; b=y\r\n" % n for n in range(100)
    )
    assert not check(raw + LETTER, zone).authenticated
    assert len([name for name in zone.asked if "_domainkey" in name]) <= 5


@pytest.mark.parametrize(
    "junk",
    [
        b"DKIM-Signature:\r\n",
        b"DKIM-Signature: v=1; d=players.example; a=rsa-sha256\r\n",
        b"DKIM-Signature: =;=;d=\xff\r\n",
    ],
)
def test_junk_in_place_of_a_signature_proves_nothing(junk: bytes) -> None:
    assert not check(junk + LETTER, Zone("players.example")).authenticated


def test_a_results_header_is_read_with_its_comments_and_quotes() -> None:
    read = parse(
        'mx.example.org; dkim=pass (1024-bit (nested) key) header.d="a.example" ; spf = fail smtp.mailfrom=b.example'
    )
    assert read is not None
    assert read.results == (
        Result("dkim", "pass", {"header.d": "a.example"}),
        Result("spf", "fail", {"smtp.mailfrom": "b.example"}),
    )
