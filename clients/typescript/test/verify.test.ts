import assert from "node:assert/strict";
import { test } from "node:test";
import { inStorage, verifyExport } from "umpire-client";
import { BRAWL, fileOf, openDuel, umpire } from "./table.js";
import { checkVectors } from "./vectors.js";

const EXPORT = fileOf("tests", "golden", "exports", "0.1.0", "session.ndjson");

async function diceOf(slug: string) {
  return (await umpire().get("/v1/rulesets/{slug}", { params: { path: { slug } } })).dice;
}

function openedBy(exported: string): { ruleset: string; session: string; chain: { commitment: string } } {
  return JSON.parse(JSON.parse(exported.split("\n", 1)[0] ?? "").body);
}

test("the published values are computed with WebCrypto", async () => {
  assert.ok(globalThis.crypto.subtle);
  await checkVectors();
});

test("a whole export of an earlier release holds", async () => {
  const verified = await verifyExport(EXPORT, await diceOf(openedBy(EXPORT).ruleset));
  assert.deepEqual([verified.holds, verified.chain, verified.seeds, verified.dice.wrong], [true, true, true, 0]);
  assert.ok(verified.dice.computed > 20);
  assert.equal(verified.dice.computed, verified.dice.thrown);
  assert.deepEqual(verified.noted, { commitment: "not-noted", head: "not-noted" });
});

test("a changed face, a lost line and another log than the noted one are found", async () => {
  const dice = await diceOf(openedBy(EXPORT).ruleset);
  const changed = EXPORT.replace(/(\\"faces\\":\[)(\d)/, (_, start: string, face: string) => start + (face === "6" ? "1" : "6"));
  assert.notEqual(changed, EXPORT);
  const lines = EXPORT.split("\n");
  const verified = await Promise.all([changed, lines.toSpliced(3, 1).join("\n"), lines.slice(0, -2).join("\n")].map((each) => verifyExport(each, dice)));
  assert.deepEqual(verified.slice(0, 2).map((each) => each.holds), [false, false]);
  assert.ok((verified[0]?.dice.wrong ?? 0) > 0);
  const note = { commitment: openedBy(EXPORT).chain.commitment, seq: 4, head: JSON.parse(lines[3] ?? "").hash as string };
  const compared = async (other: object) => (await verifyExport(EXPORT, dice, { ...note, ...other })).noted;
  assert.deepEqual(await compared({}), { commitment: "same", head: "same" });
  assert.deepEqual(await compared({ commitment: "00" }), { commitment: "other", head: "same" });
  assert.deepEqual(await compared({ head: "00" }), { commitment: "same", head: "other" });
  assert.deepEqual(await compared({ seq: 4000 }), { commitment: "same", head: "other" });
});

test("a client verifies a session with what it has noted by the way", async () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const { session, host, fight } = await openDuel({ notes: inStorage(storage) });
  await fight();
  await fight();
  const verified = await host.verify(session.id);
  assert.deepEqual([verified.holds, verified.noted], [true, { commitment: "same", head: "same" }]);
  assert.equal(verified.dice.computed, verified.dice.thrown);
  const note = await host.notes.get(session.id);
  assert.deepEqual([note?.commitment, note?.seq], [session.fairness.commitment, verified.events.length]);
  await host.notes.set(session.id, { commitment: "00", seq: 1, head: "00" });
  const doubted = await host.verify(session.id);
  assert.deepEqual([doubted.holds, doubted.noted], [false, { commitment: "other", head: "other" }]);
});

test("thrown dice are counted, and prove nothing", async () => {
  const dice = { source: "physical" as const, faces: [[2, 2, 5, 5], [1, 1, 2, 4, 6]] };
  const action = await umpire().post("/v1/rulesets/open-forces/attacks", { body: { situation: BRAWL, dice } });
  const verified = await umpire().verify(action.session_id);
  assert.deepEqual([verified.holds, verified.dice.physical, verified.dice.computed], [true, 9, 0]);
});
