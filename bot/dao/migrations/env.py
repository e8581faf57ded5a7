"""Alembic's entry: runs on the connection that bot.dao.schema hands over."""

from alembic import context
from sqlmodel import SQLModel

import bot.models  # noqa: F401 - fills the metadata
from bot.dao.schema import is_modelled

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    compare_type=True,
    include_name=is_modelled,
)
with context.begin_transaction():
    context.run_migrations()
