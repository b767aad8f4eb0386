"""The oldest letters and mails are found at once, however many wait."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("ix_inbox_status_id", "inbox", ["status", "id"])
    op.create_index("ix_outbox_status_id", "outbox", ["status", "id"])


def downgrade() -> None:
    op.drop_index("ix_outbox_status_id", "outbox")
    op.drop_index("ix_inbox_status_id", "inbox")
