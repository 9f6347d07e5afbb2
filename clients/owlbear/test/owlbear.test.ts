import assert from "node:assert/strict";
import { test } from "node:test";
import { createUmpire } from "umpire-client";
import { FakeRoom, fakeStorage } from "./fakes.js";
import { FATE, SESSION, Table, type Attack } from "../src/table.js";
import { languageOf, languages, text, type Key } from "../src/texts.js";

const SERVICE = process.env["UMPIRE_TEST_URL"] ?? "";

/** A private series of thrown dice, linked by a GM; and a player's browser in the same room. */
async function seated() {
  const room = new FakeRoom("a1", "a2", "d1");
  const body = { kind: "series" as const, seats: [{}, {}], dice: { source: "physical" as const }, visibility: "private" as const };
  const session = await createUmpire(SERVICE).post("/v1/rulesets/open-forces/sessions", { body });
  const [gm, player] = [fakeStorage(), fakeStorage()];
  const gmTable = new Table(room.seenBy([]), SERVICE, gm);
  await gmTable.link(session.id, session.tokens?.host ?? "");
  return { room, session, gm, player, gmTable, playerTable: new Table(room.seenBy(["a1", "a2"]), SERVICE, player) };
}

test("a room knows the session and no token; a seat is taken by its claim, once", async () => {
  const { room, session, gm, player, gmTable, playerTable } = await seated();
  assert.deepEqual(room.metadata, { [SESSION]: session.id });
  assert.equal(await playerTable.session(), session.id);
  assert.equal(playerTable.place(session.id), null);
  const claim = await gmTable.claim(session.id, 1);
  assert.equal(await playerTable.take(` ${claim}\n`), 1);
  assert.equal(playerTable.place(session.id)?.seat, 1);
  await assert.rejects(playerTable.take(claim), { code: "claim-gone" });
  assert.doesNotMatch(JSON.stringify(room), /um[a-z]_/);
  assert.ok([...gm.kept.values()].some((kept) => kept.includes("umh_")) && [...player.kept.values()].some((kept) => kept.includes("ums_")));
});

test("a claim of another room is kept for that room and said to be of another", async () => {
  const [here, there] = [await seated(), await seated()];
  assert.equal(await here.playerTable.take(await there.gmTable.claim(there.session.id, 2)), null);
  assert.equal(here.playerTable.place(here.session.id), null);
});

test("a wrong session or token links nothing", async () => {
  const room = new FakeRoom();
  const table = new Table(room.seenBy([]), SERVICE, fakeStorage());
  await assert.rejects(table.link("01a1ff60-3ff3-73ae-b824-a53feb66ae7e", "umh_none"), { code: "token-invalid" });
  assert.deepEqual(room.metadata, {});
});

test("selected tokens attack, each browser is asked for its own seat, and the fate is noted on the token", async () => {
  const { room, session, gmTable, playerTable } = await seated();
  const other = new Table(room.seenBy([]), SERVICE, fakeStorage());
  await playerTable.take(await gmTable.claim(session.id, 1));
  await other.take(await gmTable.claim(session.id, 2));
  const asked: Record<number, (number | null)[]> = { 1: [], 2: [] };
  const controller = new AbortController();
  const over: Attack[] = [];
  const follow = (table: Table, seat: number, face: number) =>
    table.follow(
      session.id,
      {
        signal: controller.signal,
        choose: (question) => question.choices[0]?.choice ?? {},
        roll(question) {
          asked[seat]?.push(question.seat);
          return Array.from({ length: question.count }, () => face);
        },
      },
      () => undefined,
    );
  const followers = [follow(playerTable, 1, 6), follow(other, 2, 6)];
  const gm = gmTable.follow(session.id, { signal: controller.signal, choose: () => ({}) }, async (attack) => {
    over.push(attack);
    await gmTable.mark(attack);
    controller.abort();
  });
  await new Promise((done) => setTimeout(done, 200));
  const attack = await playerTable.attack(session.id, await playerTable.selected(), ["d1"]);
  assert.equal(attack.status, "pending");
  await Promise.all([gm, ...followers]);
  assert.deepEqual(asked, { 1: [1], 2: [2] });
  assert.equal(over[0]?.outcome?.kills, 1);
  assert.deepEqual(room.items.map(({ metadata }) => metadata[FATE]), [undefined, undefined, "killed"]);
});

test("every text is there in each language, with the same hole", () => {
  const keys: Key[] = ["session", "token", "link", "claim", "take", "seat", "attackers", "attack", "chosen", "nothing", "taken", "other", "roll", "silent"];
  for (const language of languages) {
    for (const key of keys) assert.equal(text(language, key, 7).includes("7"), text("en", key, 7).includes("7"), `${language} ${key}`);
    if (language === "fr") for (const key of keys) assert.doesNotMatch(text(language, key), /(?<!\u00a0):|(?<!\u202f)[;?!]/);
  }
  assert.deepEqual([languageOf("de-AT"), languageOf("pt")], ["de", "en"]);
});
