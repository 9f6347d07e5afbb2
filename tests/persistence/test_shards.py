"""What sessions would need to be spread over several databases: each stands alone."""

import pytest
import sqlalchemy as sa

from app.persistence.stored.tables import metadata
from app.persistence.writing.batch import BatchTransaction
from tests.conftest import serving

APART = {
    ("idempotency_keys", "scope", "key"),
    ("claims", "claim"),
    ("api_keys", "id"),
    ("api_keys", "key"),
    ("oldest_programs", "revision"),
    ("players", "id"),
    ("player_tokens", "token"),
    ("player_claims", "player"),
    ("player_claims", "claim"),
    ("secrets", "name"),
    ("served", "name"),
    ("stream_tickets", "ticket"),
    ("webhooks", "id"),
    ("webhook_lease", "id"),
    ("webhook_messages", "id"),
    ("webhook_messages", "webhook", "about"),
}
"""The keys without a session, by table: what is looked for before the session is known, or belongs to none."""


def unique_keys():
    for table in metadata.tables.values():
        for constraint in table.constraints:
            if isinstance(constraint, (sa.PrimaryKeyConstraint, sa.UniqueConstraint)):
                yield table.name, *(column.name for column in constraint.columns)
        yield from ((table.name, *(c.name for c in index.columns)) for index in table.indexes if index.unique)


def test_every_unique_key_contains_the_session_but_for_a_few_that_are_known():
    of_session = {("sessions", "id")}
    assert {key for key in unique_keys() if "session_id" not in key} == of_session | APART


@pytest.mark.anyio
async def test_no_change_writes_two_sessions(sqlite_url, monkeypatch):
    written, accept = [], BatchTransaction.accept

    def watched(unit, rows):
        written.append(set(rows.sessions))
        accept(unit, rows)

    monkeypatch.setattr(BatchTransaction, "accept", watched)
    async with serving(sqlite_url) as api:
        first, second = await api.open(), await api.open()
        token = first["tokens"]["host"]
        assert (await api.attack()).status_code == 201
        assert (await api.attack(token=token, session_id=first["id"])).status_code == 201
        situation = (await api.get("/v1/rulesets/open-forces")).json()["examples"][0]
        attacks = [{"situation": situation}, {"situation": situation, "session_id": first["id"]}]
        many = await api.post("/v1/rulesets/open-forces/attacks/batch", {"attacks": attacks}, token)
        assert [item["status"] for item in many.json()["items"]] == [201, 201]
        closed = await api.post(f"/v1/sessions/{second['id']}/close", {}, second["tokens"]["host"])
        assert closed.status_code == 200
        third = await api.open(seats=[{}, {}], host=False)
        tokens = third["tokens"]["seats"].values()
        for token in tokens:
            await api.post(f"/v1/sessions/{third['id']}/close", {}, token)
        for token in tokens:  # the first offers it and opens it, the second joins
            assert (await api.post(f"/v1/sessions/{third['id']}/rematch", b"", token)).status_code == 201
    assert [len(sessions) for sessions in written if sessions] == [1] * 13  # some write what belongs to no session
