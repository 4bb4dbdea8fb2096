"""The tables of the database. `event` holds all records of games; the others help to find them.

Alembic's migrations create the tables, and a test compares them with this module.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

setting = Table(
    "setting",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""settings that a server stores, like its secret"""

study = Table(
    "study",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
    Column("state", String(20), nullable=False),
    Column("protocol", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)

participant = Table(
    "participant",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("study", ForeignKey("study.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("state", String(20), nullable=False),
    Column("step", Integer, nullable=False, default=0),
    Column("token", String(64), nullable=False, unique=True),
    Column("external", String(120)),
    Column("code", String(40), unique=True),
    Column("redeemed", Float),
    UniqueConstraint("study", "external"),
)
"""people who arrived: hash of their session, id from the recruiting platform, completion code"""

assignment = Table(
    "assignment",
    metadata,
    Column("study", ForeignKey("study.id"), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("arms", Text, nullable=False),
    Column("deck", Integer, nullable=False),
    Column("stratum", Text),
    Column("participant", ForeignKey("participant.id")),
    Column("at", Float, nullable=False),
    Column("released", Float),
    Column("released_after", Integer),
)
"""allocations in order; `released_after` is the number of allocations made before the release"""

study_event = Table(
    "study_event",
    metadata,
    Column("participant", ForeignKey("participant.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("ts", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
)
"""what happened to participants outside of games: rows are only ever added"""

game = Table(
    "game",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
    Column("episode", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("watchable", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("with_people", Boolean, nullable=False),
    Column("names", Text, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("max_score", Integer, nullable=False),
    Column("bombed", Boolean, nullable=False),
    Column("current", Integer, nullable=False),
    Column("next_game", String(40)),
    Column("study", ForeignKey("study.id")),
    Column("deck", String(64)),
    UniqueConstraint("episode", "number"),
    Index("ix_game_deck", "deck"),
    Index("ix_game_state_created", "state", "created"),
)
"""columns for lists of games; all of them follow from the events, except `next_game`

`deck` is a digest of set-up and deck; null for imported games and for those that began in the
middle of another."""

seat = Table(
    "seat",
    metadata,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("agent", String(200)),
    Column("token", String(64)),
    Column("session", String(64), index=True),
    Column("participant", ForeignKey("participant.id")),
)
"""hashes of the token and the session that may play in a seat"""

server_process = Table(
    "server_process",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("address", String(200), nullable=False),
)
"""server processes that share this database; each holds an advisory lock with the number `id`"""

held_table = Table(
    "held_table",
    metadata,
    Column("game", ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "process",
        ForeignKey("server_process.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
)
"""the process whose memory has the table of a game"""

event = Table(
    "event",
    metadata,
    Column("game", ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("ts", Float, nullable=False),
    Column("actor", Integer),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
)
"""records of games; rows are never changed or deleted"""

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("ts", Float, nullable=False),
    Column("what", String(20), nullable=False),
    Column("about", String(80), nullable=False),
)
"""exports and imports of games"""

profile = Table(
    "profile",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("created", Float, nullable=False),
)
"""people who link devices or solve puzzles: no name, no address"""

profile_session = Table(
    "profile_session",
    metadata,
    Column("session", String(64), primary_key=True),
    Column("profile", ForeignKey("profile.id"), nullable=False),
)
"""hashes of the sessions of a profile's browsers"""

profile_link = Table(
    "profile_link",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("profile", ForeignKey("profile.id"), nullable=False),
    Column("expires", Float, nullable=False),
)
"""hashes of codes that link another browser, each valid once"""

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("profile", ForeignKey("profile.id"), nullable=False),
    Column("puzzle", String(40), nullable=False),
    Column("at", Float, nullable=False),
    Column("move", String(20), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("hints", Integer, nullable=False),
    Index("ix_puzzle_try_profile", "profile"),
)
"""answers to puzzles"""
