"""Pictures are kept in the mails that show them, and nowhere else."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_table("pictures")


def downgrade() -> None:
    op.create_table(
        "pictures",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_no", sa.Integer(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_pictures_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "phase_no", name="pk_pictures"),
    )
