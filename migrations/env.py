"""The environment of Alembic: it runs on the connection that app/persistence/connecting/migrate.py passes to it."""

from alembic import context

from app.persistence.stored.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
context.run_migrations()
