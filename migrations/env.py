"""Alembic's environment: runs on the connection that `judge.store.migrate` hands over, in its transaction.

To add a migration, change `judge/store/schema.py`; the test that compares it with these scripts prints what differs.
"""

from alembic import context

from judge.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a constraint: tables are re-made
    transactional_ddl=True,
)
context.run_migrations()
