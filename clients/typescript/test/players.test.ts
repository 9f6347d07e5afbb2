import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventOfOne } from "umpire-client";
import { BRAWL, openDuel, restart, umpire } from "./table.js";

/** A series of Open Forces whose second seat is a player's. */
async function openFor(me: ReturnType<typeof umpire>, reference: string) {
  const body = { kind: "series" as const, dice: { source: "physical" as const }, seats: [{}, {}], reference };
  const session = await umpire().post("/v1/rulesets/open-forces/sessions", { body });
  const host = umpire(session.tokens?.host ?? "");
  const { claim } = await host.post("/v1/sessions/{id}/seats/{seat}/claims", { params: { path: { id: session.id, seat: 2 } }, body: {} });
  const taken = await me.claim(claim);
  assert.deepEqual([taken.session, taken.seat], [session.id, 2]);
  const attack = () =>
    host.post("/v1/rulesets/open-forces/attacks", { body: { session_id: session.id, situation: BRAWL, seats: { attacker: 1, defender: 2 } } });
  return { id: session.id, host, attack };
}

test("a player finds on another phone all own matches and what waits in them, and can be forgotten", async () => {
  const { umpire: me, player } = await umpire().becomePlayer("Beatrix");
  const [one, other] = [await openFor(me, "a"), await openFor(me, "b")];
  await one.attack();
  await other.attack();
  const { claim } = await me.post("/v1/players/claims", { body: {} });
  const phone = await umpire().claim(claim);
  assert.equal(phone.player, player);
  const matches: string[] = [];
  for await (const match of phone.umpire.items("/v1/sessions", { params: { query: { player: ["me"], limit: 1 } } })) matches.push(match.id);
  assert.deepEqual(matches.sort(), [one.id, other.id].sort());
  const waiting = await phone.umpire.inbox();
  assert.deepEqual(waiting.map((each) => each.session_id).sort(), [one.id, other.id].sort());
  await me.delete("/v1/players/me");
  await assert.rejects(phone.umpire.inbox(), { code: "token-invalid" });
});

test("both play once more, each from its own seat", async () => {
  const { session, host, seat } = await openDuel();
  await host.post("/v1/sessions/{id}/close", { params: { path: { id: session.id } }, body: {} });
  const [mine, theirs] = [await seat(1).rematch(session.id), await seat(2).rematch(session.id)];
  assert.deepEqual([mine.seat, theirs.seat, theirs.session], [2, 1, mine.session]);
  const again = await mine.umpire.get("/v1/sessions/{id}", { params: { path: { id: mine.session } } });
  assert.deepEqual(again.seats.map(({ name }) => name), ["Beatrix", "Anton"]);
});

test("several sessions are one stream, each event once through a restart, and it goes on at a point that was kept", async () => {
  const { umpire: me } = await umpire().becomePlayer("Beatrix");
  const [one, other] = [await openFor(me, "c"), await openFor(me, "d")];
  const seen: EventOfOne[] = [];
  const asked = new Set<string>();
  for await (const event of me.followAll({ texts: true })) {
    if (event.type === "question") {
      if (event.items.length) asked.add(event.session_id);
      if (asked.has(one.id) && asked.has(other.id)) break;
      continue;
    }
    seen.push(event);
    if (seen.length === 2) await one.attack().then(restart).then(other.attack);
  }
  const told = seen.map(({ session_id, seq }) => `${session_id} ${seq}`);
  assert.equal(new Set(told).size, told.length);
  assert.ok(seen.some((event) => event.type === "action-declared" && event.session_id === other.id));

  const point = seen.at(-1)?.point ?? "";
  const closed = await one.host.post("/v1/sessions/{id}/close", { params: { path: { id: one.id } }, body: { abandon: true } });
  const rest: number[] = [];
  for await (const event of me.followAll({ sessions: [one.id], after: point })) if (event.type !== "question") rest.push(event.seq);
  assert.equal(rest.at(-1), closed.seq);
  const before = seen.filter((event) => event.session_id === one.id).map((event) => event.seq);
  assert.deepEqual([...new Set([...before, ...rest])], Array.from({ length: closed.seq }, (_, i) => i + 1));
});

test("an EventSource follows a private session by a ticket in its address", async () => {
  const { session, host } = await openDuel();
  const url = await host.streamUrl(session.id, { texts: true });
  const response = await fetch(url, { headers: { Accept: "text/event-stream" } });
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  assert.match(new TextDecoder().decode(value), /^retry: /);
});

test("events come with texts where they are wanted", async () => {
  const { session, host, fight } = await openDuel();
  await fight();
  await host.post("/v1/sessions/{id}/close", { params: { path: { id: session.id } }, body: {} });
  for await (const event of umpire(undefined, { language: "de" }).follow(session.id, { texts: true })) {
    if (event.type === "entries") assert.ok(event.event.entries.every((entry) => "text" in entry && entry.text));
  }
});

test("where bodies cannot be read as they come, that several sessions cannot be followed is said at once", async () => {
  const whole = () => Promise.resolve(new Response(null, { status: 200 }));
  const told = umpire(undefined, { fetch: whole }).followAll();
  await assert.rejects(told.next(), /follow each session by itself/);
});

test("who is cut off before the first event goes on where that was", async () => {
  const { session, fight } = await openDuel();
  let isCut = false;
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (isCut) return response;
    isCut = true;
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    await fight();
    return new Response(value ?? null, { headers: response.headers });
  };
  const follower = umpire(session.tokens?.host ?? "", { fetch: cutting });
  for await (const told of follower.followAll({ sessions: [session.id], after: "now" })) {
    assert.ok(told.type !== "question" && told.seq > 1);
    break;
  }
});
