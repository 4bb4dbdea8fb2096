"""Adds profiles without accounts, tries of puzzles, and the digest of each game's deck."""

from __future__ import annotations

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the tables, and fills in the digests of stored games."""
    op.add_column("game", sa.Column("deck", sa.String(length=64), nullable=True))
    op.create_index("ix_game_deck", "game", ["deck"])
    op.create_table(
        "profile",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_profile")),
    )
    op.create_table(
        "profile_session",
        sa.Column("session", sa.String(length=64), nullable=False),
        sa.Column("profile", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["profile"], ["profile.id"], name=op.f("fk_profile_session_profile")
        ),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_profile_session")),
    )
    op.create_table(
        "profile_link",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("profile", sa.String(length=40), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["profile"], ["profile.id"], name=op.f("fk_profile_link_profile")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_profile_link")),
    )
    op.create_table(
        "puzzle_try",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("profile", sa.String(length=40), nullable=False),
        sa.Column("puzzle", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("move", sa.String(length=20), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["profile"], ["profile.id"], name=op.f("fk_puzzle_try_profile")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_try")),
    )
    op.create_index("ix_puzzle_try_profile", "puzzle_try", ["profile"])
    _fill_in_decks()


def _fill_in_decks() -> None:
    connection = op.get_bind()
    rows = connection.execute(
        sa.text(
            "SELECT event.game, event.body FROM event JOIN game ON game.id = event.game "
            "WHERE event.seq = 0 AND NOT game.imported"
        )
    ).all()
    for game, body in rows:
        began = json.loads(body)
        digest = hashlib.sha256(f"{began['setup']} {began['deck']}".encode()).hexdigest()
        connection.execute(
            sa.text("UPDATE game SET deck = :deck WHERE id = :game"), {"deck": digest, "game": game}
        )


def downgrade() -> None:
    """Drops the tables."""
    op.drop_table("puzzle_try")
    op.drop_table("profile_link")
    op.drop_table("profile_session")
    op.drop_table("profile")
    op.drop_index("ix_game_deck", "game")
    with op.batch_alter_table("game") as game:
        game.drop_column("deck")
