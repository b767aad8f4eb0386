"""Who is connected, from where, and who guesses at addresses: the numbers behind the listener's limits."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field

from judge.mail.limits import Limits

MOST_REMEMBERED = 10_000


def peer_of(address: str, limits: Limits) -> str:
    """Whose connections and guesses count together: a relay that is known by itself, others by their network."""
    return address if address in limits.neighbours else network(address)


def network(address: str) -> str:
    """What counts as one peer: an IPv4 address, or the /64 of an IPv6 one, of which a single host has 2^64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))


@dataclass(slots=True)
class Peers:
    """Connections of each peer, and its unknown recipients of the last hour, also of sessions that are over."""

    limits: Limits
    connected: dict[str, int] = field(default_factory=dict)
    missed: OrderedDict[str, tuple[float, int]] = field(default_factory=OrderedDict)

    def may_come(self, peer: str, now: float) -> bool:
        """Whether there is room for one more connection of a peer. A relay on this host is counted in all only."""
        if peer in self.limits.neighbours:
            return True
        if self._misses(peer, now) >= self.limits.misses:
            return False
        return self.connected.get(peer, 0) < self.limits.connections_per_address

    def came(self, peer: str) -> None:
        self.connected[peer] = self.connected.get(peer, 0) + 1

    def went(self, peer: str) -> None:
        self.connected[peer] -= 1
        if not self.connected[peer]:
            del self.connected[peer]

    def miss(self, peer: str, now: float) -> None:
        """Count an unknown recipient. A relay passes on what strangers guess: it is not to blame."""
        if peer in self.limits.neighbours:
            return
        since = self.missed[peer][0] if self._misses(peer, now) else now
        self.missed[peer] = (since, self._misses(peer, now) + 1)
        self.missed.move_to_end(peer)
        if len(self.missed) > MOST_REMEMBERED:
            self.missed.popitem(last=False)

    def _misses(self, peer: str, now: float) -> int:
        since, count = self.missed.get(peer, (now, 0))
        return count if now - since < self.limits.miss_seconds else 0
