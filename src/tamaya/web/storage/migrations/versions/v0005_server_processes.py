"""Adds the server processes that share a database, and the tables that they hold."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "server_process",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_server_process")),
    )
    op.create_table(
        "held_table",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game"], ["game.id"], name=op.f("fk_held_table_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["process"],
            ["server_process.id"],
            name=op.f("fk_held_table_process"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_held_table")),
    )
    op.create_index("ix_held_table_process", "held_table", ["process"])


def downgrade() -> None:
    """Drops the tables."""
    op.drop_index("ix_held_table_process", "held_table")
    op.drop_table("held_table")
    op.drop_table("server_process")
