"""What the judge does for people: one transaction each; knows ports, not adapters."""
