"""A game as a running thing: seats, phases, schedule, press, and who may see what. Pure."""
