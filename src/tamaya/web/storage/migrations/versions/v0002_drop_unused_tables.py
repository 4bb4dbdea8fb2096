"""Drops `deck` and `agent_version`: no version ever wrote to them; `began` events hold both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drops the tables."""
    op.drop_table("agent_version")
    op.drop_table("deck")


def downgrade() -> None:
    """Creates the tables again, empty as they were."""
    op.create_table(
        "deck",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_deck")),
    )
    op.create_table(
        "agent_version",
        sa.Column("agent", sa.String(length=200), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("first_used", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("agent", "version", name=op.f("pk_agent_version")),
    )
