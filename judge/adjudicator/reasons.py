"""Why an order is refused, or came to nothing: one table of codes and English sentences.

The kinds of complaint are those of the older judges (DPjudge's and nJudge's order checks), each with a code of its own,
so that another language needs one more table and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.outcomes import Reason

TABLE: Mapping[str, str] = {
    # the line
    "ambiguous": "{text} could be {choices}.",
    "empty": "There is no order in this line.",
    "too_long": "This line is too long: an order has at most {most} characters.",
    "conditional": "An order of this phase depends on nothing. Write the one that you want.",
    "other_power": "This names {power}, but the orders are for another power.",
    "place_unknown": "{text} is no place on this map.",
    "place_missing": "A place is missing.",
    "place_is_power": "{text} names a power here, and no place follows it.",
    "coast_unknown": "{text} is no coast of that place.",
    "berth_unknown": "{text} is no berth of that river space.",
    "strike_unknown": "{text} names no fleet to strike.",
    "leftover": "{text} is left over behind the order.",
    "verb_missing": "What shall this unit do? H, - PLACE, S UNIT and C ARMY - PLACE are the usual orders.",
    "verb_unknown": "{text} is no order word and no place on this map.",
    "build_or_remove": "BUILD or REMOVE? This power has neither builds nor removals to make.",
    "retreat_route": "A retreat goes straight to a neighbouring place; {text} is one too many.",
    "keep": "Units stay unless they are removed, so this line changes nothing.",
    "berth_as_goal": "A fleet takes the lowest free berth; to strike the fleet in a berth write x and its name.",
    "power_missing": "No power is named.",
    "power_or_letters": "{text} was read as {power}, not as the letters of several powers.",
    "unknown_power": "{power} is no power of this game.",
    "wrong_phase": "{order} is not an order for this phase: {phase} takes {expected}.",
    # the unit
    "no_unit": "There is no unit in {place}.",
    "foreign_unit": "The unit in {place} belongs to {power}.",
    "wrong_kind": "The unit in {place} is {actual}, not {given}.",
    "no_such_berth": "There is no fleet of yours in {place}.",
    # moves
    "same_place": "{unit} is already in {place}.",
    "unreachable": "{unit} cannot reach {place}.",
    "army_to_water": "{unit} cannot reach {place}: an army cannot stand on water.",
    "fleet_inland": "{unit} cannot reach {place}: it is inland.",
    "coast_needed": "{unit} can reach more than one coast of {place}; write {coasts}.",
    "coast_wrong": "{unit} cannot reach that coast of {place}.",
    "no_route": "{unit} cannot reach {place}: no chain of fleets could carry it there.",
    "fleet_convoyed": "{unit} is a fleet; only armies travel by convoy.",
    "landlocked": "{place} is not on the coast, so no convoy goes there.",
    # supports
    "self_support": "{unit} cannot support itself.",
    "support_no_unit": "There is no unit in {place} to support.",
    "support_wrong_kind": "The unit in {place} is {actual}, not {given}, so this support fits nothing.",
    "support_which": "Several fleets stand in {place}; name one with its berth, as {example}.",
    "support_reach": "{unit} cannot support into {place}: it could not move there itself.",
    "support_other_reach": "{other} cannot reach {place}, so its move there cannot be supported.",
    "support_other_coast": "{other} cannot reach that coast of {place}, so its move there cannot be supported.",
    "support_own_convoy": "{other} could reach {place} only in a convoy by the supporting fleet itself.",
    "support_same_place": "{other} is already in {place}.",
    # convoys
    "convoy_no_fleet": "{unit} is not a fleet on water, so it cannot convoy.",
    "convoy_no_army": "There is no army in {place} to convoy.",
    "convoy_not_army": "The unit in {place} is a fleet; only armies travel by convoy.",
    "convoy_same_place": "{other} is already in {place}.",
    "convoy_landlocked": "{place} is not on the coast, so no convoy goes there.",
    "convoy_no_route": "{unit} is on no route from {start} to {place}.",
    # retreats
    "not_dislodged": "There is no dislodged unit of yours in {place}.",
    "no_retreat": "{unit} cannot retreat to {place}.",
    "retreat_choices": "{unit} cannot retreat to {place}; it may go to {choices} or disband.",
    "already_ordered": "{unit} has an order already; the first one counts.",
    # builds and removals
    "nothing_owed": "{power} has neither units to build nor units to remove.",
    "no_builds": "{power} may not build now; it must remove {count}.",
    "no_removals": "{power} need not remove anything now; it may build {count}.",
    "too_many": "{power} has no more to build or remove: {count} are ordered already.",
    "not_centre": "{place} is no supply centre.",
    "not_owned": "{place} is not a centre of {power}.",
    "not_home": "{place} is no home centre of {power}.",
    "occupied": "{place} is occupied.",
    "site_taken": "Something else is ordered to be built in {place} already.",
    "build_kind": "Say what to build in {place}: A or F.",
    "build_inland": "{place} is inland: no fleet can be built there.",
    "build_coast": "Say on which coast of {place} to build: {coasts}.",
    "build_army_only": "Only armies are played here.",
    "no_own_unit": "There is no unit of {power} in {place} to remove.",
    # what became of a legal order
    "replaced": "A later order for this unit replaced it.",
    "no_order": "No order was given.",
    "holds": "It holds.",
    "moved": "It moved.",
    "bounced_unit": "It was not stronger than {others}.",
    "bounced_own": "A unit never dislodges one of its own power: {others} stayed.",
    "no_convoy": "No complete convoy was ordered for it.",
    "disrupted": "Its convoy was broken.",
    "disrupted_paradox": "Its convoy was part of a paradox and fails (Szykman's rule).",
    "supports": "Its support counted.",
    "cut": "Its support was cut by {others}.",
    "support_unmatched": "{other} was not ordered to do what this supports.",
    "convoys": "It convoyed.",
    "convoy_dislodged": "It was dislodged by {others}, which breaks the convoy.",
    "convoy_unmatched": "{other} was not ordered to go that way by convoy.",
    "dislodged": "It was dislodged by {others}.",
    "retreated": "It retreated.",
    "retreat_clash": "Others retreated to the same place: {others}.",
    "disbanded": "It disbanded.",
    "retreat_missing": "No retreat was ordered, so it disbanded.",
    "built": "It was built.",
    "removed": "It was removed.",
    "removed_default": "Removed for want of an order: farthest from its centres (DATC 4.D.8).",
    "waived": "The build was waived.",
    "build_missing": "No build was ordered, so it was not made.",
    "build_default": "Built for want of an order.",
    "build_forced": "Built by the rules: every vacant centre gets an army.",
    # notes on what was filled in or left out
    "berth_chosen": "{unit} was taken to be meant.",
    "coast_chosen": "{place} was taken: the only coast it can reach.",
    "strike_dropped": "The named target fits no foreign fleet there, so it was left out.",
}
"""Code → sentence; the values in braces are `Reason.args`."""


def say(reason: Reason) -> str:
    """The English sentence of a reason."""
    sentence = TABLE[reason.code]
    return sentence.format_map(reason.args) if reason.args else sentence
