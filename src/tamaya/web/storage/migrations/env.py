"""Run by Alembic: migrates the connection that `tamaya.web.storage.database` hands over."""

from __future__ import annotations

from alembic import context

from tamaya.web.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
