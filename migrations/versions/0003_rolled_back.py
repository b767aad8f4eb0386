"""Results that a rollback undid stay on record, marked with the rollback that undid them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("results", sa.Column("undone_by", sa.Integer()))


def downgrade() -> None:
    """The program before this knows no undone results: it would count them."""
    op.execute("DELETE FROM results WHERE undone_by IS NOT NULL")
    op.drop_column("results", "undone_by")
