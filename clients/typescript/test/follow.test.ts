import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenQuestions, SessionEvent } from "umpire-client";
import { openDuel, restart, umpire } from "./table.js";

async function gathered(told: AsyncIterable<SessionEvent | OpenQuestions>, each?: (event: SessionEvent) => unknown) {
  const seqs: number[] = [];
  for await (const event of told) {
    if (event.type === "question") continue;
    seqs.push(event.seq);
    await each?.(event);
  }
  return seqs;
}

const upTo = (seq: number) => Array.from({ length: seq }, (_, i) => i + 1);

test("a spectator sees every event once through a restart of the service, until the session is closed", async () => {
  const { session, host, fight } = await openDuel();
  const path = { id: session.id };
  const spectator = gathered(umpire().follow(session.id));
  await fight();
  await restart();
  await fight();
  const closed = await host.post("/v1/sessions/{id}/close", { params: { path }, body: {} });
  assert.deepEqual(await spectator, upTo(closed.seq));
  assert.deepEqual(await gathered(umpire().follow(session.id, { after: closed.seq - 1 })), [closed.seq]);
});

test("where bodies cannot be read as they come, the same events are asked for", async () => {
  const { session, host, fight } = await openDuel();
  const path = { id: session.id };
  const whole = (request: Request) =>
    request.headers.get("Accept") === "text/event-stream" ? Promise.resolve(new Response(null)) : fetch(request);
  const kinds = new Set<string>();
  const told = umpire(undefined, { fetch: whole }).follow(session.id);
  const spectator = (async () => {
    const seqs: number[] = [];
    for await (const each of told) {
      kinds.add(each.type);
      if (each.type !== "question") seqs.push(each.seq);
    }
    return seqs;
  })();
  await fight();
  const closed = await host.post("/v1/sessions/{id}/close", { params: { path }, body: {} });
  assert.deepEqual(await spectator, upTo(closed.seq));
  assert.ok(kinds.has("question"));
});

test("following ends when it is given up, and with a problem where there is nothing to follow", async () => {
  const { session } = await openDuel();
  const controller = new AbortController();
  const seqs = await gathered(umpire().follow(session.id, { signal: controller.signal }), () => controller.abort());
  assert.deepEqual(seqs, [1]);
  const nothing = umpire().follow("01a1ff60-3ff3-73ae-b824-a53feb66ae7e");
  await assert.rejects(gathered(nothing), { code: "not-found" });
});

test("a document is told at once, and again when it has changed", async () => {
  const { session, fight } = await openDuel();
  const counts: number[] = [];
  for await (const now of umpire().watch("/v1/sessions/{id}", { id: session.id })) {
    counts.push(now.actions.resolved);
    if (now.actions.resolved) break;
    void fight();
  }
  assert.deepEqual([counts[0], counts.at(-1)], [0, 1]);
});
