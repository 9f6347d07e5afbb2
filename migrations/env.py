"""The environment of Alembic: migrations run on the connection that app/persistence/migrate.py passes to it."""

from alembic import context

from app.persistence.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
context.run_migrations()
