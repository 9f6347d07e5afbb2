"""What the engines of both databases have in common."""

from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json


def as_json(value: object) -> str:
    """A value as it is sent to a JSON column."""
    return to_json(value, bytes_mode="hex").decode()


def new_engine(url: sa.URL, **options: Any) -> sa.Engine:
    """An engine; `options` are those of SQLAlchemy for it."""
    engine = sa.create_engine(
        url,
        json_serializer=as_json,
        json_deserializer=from_json,
        hide_parameters=True,  # parameters contain seeds, which must not appear in the logs of the process
        pool_pre_ping=not url.drivername.startswith("sqlite"),
        **options,
    )
    close_late_ones(engine)
    return engine


def close_late_ones(engine: sa.Engine) -> None:
    """Close a connection that comes back after its engine was disposed of, when its pool is gone."""

    @sa.event.listens_for(engine, "do_connect")
    def connect(_dialect: object, record: Any, _arguments: object, _parameters: object) -> None:
        record.info["pool"] = engine.pool  # before it connects: that takes time enough for the engine to be disposed of

    @sa.event.listens_for(engine, "checkin")
    def came_back(connection: Any, record: Any) -> None:
        if connection is not None and record.info["pool"] is not engine.pool:
            connection.close()
