"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("envelope", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("peer", sa.Text(), nullable=False),
        sa.Column("accepted_at", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text()),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("claimed_until", sa.BigInteger()),
        sa.Column("error", sa.Text()),
        sa.Column("report", sa.Text()),
        sa.Column("done_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint("key", name="uq_inbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_inbox_message_id", "inbox", ["message_id"])
    op.create_index("ix_inbox_status_sender", "inbox", ["status", "sender"])

    op.create_table(
        "marks",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_marks"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("bouncing", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("address", name="uq_people_address"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "variants",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_variants"),
    )
    op.create_table(
        "addresses",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_addresses_person_id_people"),
        sa.PrimaryKeyConstraint("address", name="pk_addresses"),
    )
    op.create_index("ix_addresses_person_id", "addresses", ["person_id"])

    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("variant_hash", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("phase_no", sa.Integer(), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("ending", sa.Text()),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("base_deadline", sa.BigInteger()),
        sa.Column("early", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("forced", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.BigInteger()),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("finished_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["variant_hash"],
            ["variants.hash"],
            name="fk_games_variant_hash_variants",
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("name_key", name="uq_games_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_stage_deadline", "games", ["stage", "deadline"])

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_attempt_at", sa.BigInteger(), nullable=False),
        sa.Column("leased_until", sa.BigInteger()),
        sa.Column("rendered", sa.LargeBinary()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger()),
        sa.Column("error", sa.Text()),
        sa.ForeignKeyConstraint(["letter_id"], ["inbox.id"], name="fk_outbox_letter_id_inbox"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sa.UniqueConstraint("message_id", name="uq_outbox_message_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_letter_id", "outbox", ["letter_id"])
    op.create_index("ix_outbox_status_next_attempt_at", "outbox", ["status", "next_attempt_at"])

    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_audit_game_id_games"),
        sa.ForeignKeyConstraint(["letter_id"], ["inbox.id"], name="fk_audit_letter_id_inbox"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_game_id", "audit", ["game_id"])

    op.create_table(
        "order_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer()),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_order_sets_game_id_games"),
        sa.ForeignKeyConstraint(["letter_id"], ["inbox.id"], name="fk_order_sets_letter_id_inbox"),
        sa.PrimaryKeyConstraint("id", name="pk_order_sets"),
        sa.UniqueConstraint("game_id", "phase", "power", "version", name="uq_order_sets_game_id_phase_power_version"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "pictures",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_no", sa.Integer(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_pictures_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "phase_no", name="pk_pictures"),
    )
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("recipients", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("letter_id", sa.Integer()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_press_game_id_games"),
        sa.ForeignKeyConstraint(["letter_id"], ["inbox.id"], name="fk_press_letter_id_inbox"),
        sa.PrimaryKeyConstraint("id", name="pk_press"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_press_game_id", "press", ["game_id"])

    op.create_table(
        "results",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_no", sa.Integer(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("processed_at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id_games"),
        sa.PrimaryKeyConstraint("game_id", "phase_no", name="pk_results"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text()),
        sa.Column("wish", sa.Text()),
        sa.Column("person_id", sa.Integer()),
        sa.Column("password", sa.Text()),
        sa.Column("token_version", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.Text()),
        sa.Column("wait", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("missed", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("joined_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_seats_person_id_people"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("game_id", "role", "number", name="uq_seats_game_id_role_number"),
        sa.UniqueConstraint("token_hash", name="uq_seats_token_hash"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seats_person_id", "seats", ["person_id"])


def downgrade() -> None:
    op.drop_index("ix_seats_person_id", "seats")

    op.drop_table("seats")
    op.drop_table("results")
    op.drop_index("ix_press_game_id", "press")

    op.drop_table("press")
    op.drop_table("pictures")
    op.drop_table("order_sets")
    op.drop_index("ix_audit_game_id", "audit")

    op.drop_table("audit")
    op.drop_index("ix_outbox_status_next_attempt_at", "outbox")
    op.drop_index("ix_outbox_letter_id", "outbox")

    op.drop_table("outbox")
    op.drop_index("ix_games_stage_deadline", "games")

    op.drop_table("games")
    op.drop_index("ix_addresses_person_id", "addresses")

    op.drop_table("addresses")
    op.drop_table("variants")
    op.drop_table("people")
    op.drop_table("meta")
    op.drop_table("marks")
    op.drop_index("ix_inbox_status_sender", "inbox")
    op.drop_index("ix_inbox_message_id", "inbox")

    op.drop_table("inbox")
