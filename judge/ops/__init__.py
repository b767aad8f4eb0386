"""The alarm clock, logs and health."""
