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
  assert.deepEqual(verified.map((each) => each.holds), [false, false, false]);
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

/** A game of Storm Over Stalingrad with cards, whose decks are shuffled and whose hands are hidden, and its log before and after the end. */
async function logsOfHiddenGame() {
  const path = { slug: "storm-over-stalingrad" } as const;
  const rules = await umpire().get("/v1/rulesets/{slug}", { params: { path } });
  const setup = (rules.game?.setups as unknown as Record<string, object>)["sample-with-cards"] as never;
  const session = await umpire().post("/v1/rulesets/storm-over-stalingrad/sessions", { body: { kind: "game", seats: [{}, {}], setup } });
  const host = umpire(session.tokens?.host ?? "");
  const seat = umpire(session.tokens?.seats["1"]);
  const params = { path: { id: session.id } };
  const log = (of: typeof host): Promise<string> =>
    fetch(`${of.url}/v1/sessions/${session.id}/events?format=ndjson`, { headers: { Authorization: `Bearer ${of === host ? session.tokens?.host : session.tokens?.seats["1"]}` } }).then((answer) => answer.text());
  const [redacted, own] = [await log(host), await log(seat)];
  const { seq } = await host.get("/v1/sessions/{id}", { params });
  await seat.post("/v1/rulesets/storm-over-stalingrad/sessions/{id}/actions", { params, body: { seen: seq, move: { kind: "concede" } } });
  return { redacted, own, whole: await log(host), dice: rules.dice };
}

test("a log with hidden parts holds while they are hidden, and after the end with all of them, shuffles among the dice", async () => {
  const { redacted, own, whole, dice } = await logsOfHiddenGame();
  const [before, mine, after] = [await verifyExport(redacted, dice), await verifyExport(own, dice), await verifyExport(whole, dice)];
  assert.deepEqual([before.holds, mine.holds, after.holds], [true, true, true]);
  assert.ok(before.parts.hidden > mine.parts.hidden && mine.parts.hidden > 0);
  assert.deepEqual([after.parts.hidden, after.parts.wrong], [0, 0]);
  assert.equal(before.dice.computed, 0);
  assert.ok(after.dice.computed >= 4, JSON.stringify(after.dice));
  assert.equal(after.dice.computed, after.dice.thrown);
  assert.ok(JSON.stringify(before.events).includes('{"private":') && !JSON.stringify(after.events.slice(0, 4)).includes('{"private":'));

  const late = [...redacted.trimEnd().split("\n").slice(0, -1), ...whole.trimEnd().split("\n").slice(before.events.length)].join("\n");
  const followed = await verifyExport(late, dice); // an old copy that was followed to the end, which reveals the rest
  assert.deepEqual([followed.holds, followed.parts.hidden, followed.dice.computed], [true, 0, after.dice.computed]);
});

test("a part that is not what its digest says, a salt that was changed, and a part of no digest are found", async () => {
  const { own, whole, dice } = await logsOfHiddenGame();
  const lines = own.trimEnd().split("\n");
  const at = lines.findIndex((line) => !line.includes('"private":[]') && line.includes('"salt":"'));
  const changed = async (change: (line: string) => string) => {
    const other = lines.with(at, change(lines[at] ?? ""));
    assert.notDeepEqual(other, lines);
    return (await verifyExport(other.join("\n"), dice)).holds;
  };
  assert.equal(await changed((line) => line.replace(/"salt":"(.)/, (_, digit) => `"salt":"${digit === "0" ? "1" : "0"}`)), false);
  assert.equal(await changed((line) => line.replace(/"bytes":"/, '"bytes":" ')), false);
  const twice = (told: { private: object[] }) => JSON.stringify({ ...told, private: [told.private[0], ...told.private] });
  assert.equal(await changed((line) => twice(JSON.parse(line))), false);
  assert.equal(await changed((line) => line.replace('"seq":', '"seq": ')), false);
  const revealed = whole.replace(/(private-revealed.*?salt\\":\\")(.)/, (_, start: string, digit: string) => start + (digit === "0" ? "1" : "0"));
  assert.notEqual(revealed, whole);
  assert.equal((await verifyExport(revealed, dice)).holds, false);
});
