"""The first tables: games, seats and events, and those that studies will need."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes them."""
    op.create_table(
        "agent_version",
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("first_used", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("agent", "version", name=op.f("pk_agent_version")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("ts", sa.Float(), nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_table(
        "deck",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_deck")),
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "study",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("protocol", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("episode", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("watchable", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("with_people", sa.Boolean(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("max_score", sa.Integer(), nullable=False),
        sa.Column("bombed", sa.Boolean(), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("next_game", sa.String(length=40), nullable=True),
        sa.Column("study", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name=op.f("fk_game_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("episode", "number", name=op.f("uq_game_episode")),
    )
    op.create_index("ix_game_state_created", "game", ["state", "created"], unique=False)
    op.create_table(
        "participant",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("study", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("withdrawal", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name=op.f("fk_participant_study")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_participant")),
        sa.UniqueConstraint("token", name=op.f("uq_participant_token")),
        sa.UniqueConstraint("withdrawal", name=op.f("uq_participant_withdrawal")),
    )
    op.create_table(
        "answer",
        sa.Column("participant", sa.String(length=40), nullable=False),
        sa.Column("item", sa.String(length=80), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["participant"], ["participant.id"], name=op.f("fk_answer_participant")
        ),
        sa.PrimaryKeyConstraint("participant", "item", "occasion", name=op.f("pk_answer")),
    )
    op.create_table(
        "assignment",
        sa.Column("study", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("arm", sa.String(length=80), nullable=False),
        sa.Column("deck", sa.String(length=64), nullable=True),
        sa.Column("stratum", sa.String(length=80), nullable=True),
        sa.Column("participant", sa.String(length=40), nullable=True),
        sa.Column("released", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["participant"], ["participant.id"], name=op.f("fk_assignment_participant")
        ),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name=op.f("fk_assignment_study")),
        sa.PrimaryKeyConstraint("study", "slot", name=op.f("pk_assignment")),
    )
    op.create_table(
        "event",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("ts", sa.Float(), nullable=False),
        sa.Column("actor", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_event_game")),
        sa.PrimaryKeyConstraint("game", "seq", name=op.f("pk_event")),
    )
    op.create_table(
        "seat",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("agent", sa.String(length=200), nullable=True),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("session", sa.String(length=64), nullable=True),
        sa.Column("participant", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name=op.f("fk_seat_game")),
        sa.ForeignKeyConstraint(
            ["participant"], ["participant.id"], name=op.f("fk_seat_participant")
        ),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_session"), "seat", ["session"], unique=False)


def downgrade() -> None:
    """Drops them."""
    op.drop_index(op.f("ix_seat_session"), table_name="seat")
    op.drop_table("seat")
    op.drop_table("event")
    op.drop_table("assignment")
    op.drop_table("answer")
    op.drop_table("participant")
    op.drop_index("ix_game_state_created", table_name="game")
    op.drop_table("game")
    op.drop_table("study")
    op.drop_table("setting")
    op.drop_table("deck")
    op.drop_table("audit")
    op.drop_table("agent_version")
