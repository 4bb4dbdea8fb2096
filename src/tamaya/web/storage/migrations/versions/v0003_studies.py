"""Gives studies their records: no version before wrote to the tables that change here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds `study_event`, and what participants and assignments lacked."""
    op.drop_table("answer")
    op.drop_table("assignment")
    with op.batch_alter_table("participant") as participant:
        participant.drop_constraint("uq_participant_withdrawal", type_="unique")
        participant.drop_column("withdrawal")
        participant.add_column(sa.Column("external", sa.String(length=120), nullable=True))
        participant.add_column(sa.Column("code", sa.String(length=40), nullable=True))
        participant.add_column(sa.Column("redeemed", sa.Float(), nullable=True))
        participant.create_unique_constraint("uq_participant_code", ["code"])
        participant.create_unique_constraint("uq_participant_study", ["study", "external"])
    op.create_table(
        "assignment",
        sa.Column("study", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("arms", sa.Text(), nullable=False),
        sa.Column("deck", sa.Integer(), nullable=False),
        sa.Column("stratum", sa.Text(), nullable=True),
        sa.Column("participant", sa.String(length=40), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("released", sa.Float(), nullable=True),
        sa.Column("released_after", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["participant"], ["participant.id"], name=op.f("fk_assignment_participant")
        ),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name=op.f("fk_assignment_study")),
        sa.PrimaryKeyConstraint("study", "slot", name=op.f("pk_assignment")),
    )
    op.create_table(
        "study_event",
        sa.Column("participant", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("ts", sa.Float(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["participant"], ["participant.id"], name=op.f("fk_study_event_participant")
        ),
        sa.PrimaryKeyConstraint("participant", "seq", name=op.f("pk_study_event")),
    )


def downgrade() -> None:
    """Drops what participants did, and restores the older tables, empty as they were."""
    op.drop_table("study_event")
    op.drop_table("assignment")
    op.execute("UPDATE seat SET participant = NULL")
    op.execute("DELETE FROM participant")
    with op.batch_alter_table("participant") as participant:
        participant.drop_constraint("uq_participant_study", type_="unique")
        participant.drop_constraint("uq_participant_code", type_="unique")
        for name in ("external", "code", "redeemed"):
            participant.drop_column(name)
        participant.add_column(sa.Column("withdrawal", sa.String(length=64), nullable=True))
        participant.create_unique_constraint("uq_participant_withdrawal", ["withdrawal"])
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
