"""The SQL store: the queue, the lock and the truth."""
