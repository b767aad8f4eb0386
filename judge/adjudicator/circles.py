"""The innermost circle of open decisions: a set that depends on itself and on nothing else that is open."""

from __future__ import annotations

from collections.abc import Mapping


def innermost(nodes: list[int], reads: Mapping[int, set[int]]) -> list[int]:
    """The members, sorted, of a strongly connected part that reads nothing outside itself.

    Such parts are independent of each other, so whichever comes first leads to the same end. Following readings from
    the first node and always stepping into a smaller set must end in one.
    """
    node = nodes[0]
    while True:
        reached = _closure(node, reads)
        outside = [other for other in sorted(reached) if node not in _closure(other, reads)]
        if not outside:
            return sorted(reached | {node})
        node = outside[0]


def _closure(node: int, reads: Mapping[int, set[int]]) -> set[int]:
    """Everything that a node reads, directly or not."""
    found: set[int] = set()
    todo = [node]
    while todo:
        for other in reads[todo.pop()]:
            if other not in found:
                found.add(other)
                todo.append(other)
    return found
