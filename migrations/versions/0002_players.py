"""What players leave: diaries, press that waits or was taken back, and who wrote it as readers saw it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "diary",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("voice", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_diary_game_id_games"),
        sa.PrimaryKeyConstraint("id", name="pk_diary"),
        sa.UniqueConstraint("game_id", "seat_id", "number", name="uq_diary_game_id_seat_id_number"),
        sqlite_autoincrement=True,
    )
    op.add_column("press", sa.Column("status", sa.Text(), server_default=sa.text("'sent'"), nullable=False))
    op.add_column("press", sa.Column("grey", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("press", sa.Column("seat_id", sa.Integer()))


def downgrade() -> None:
    op.drop_column("press", "seat_id")
    op.drop_column("press", "grey")
    op.drop_column("press", "status")
    op.drop_table("diary")
