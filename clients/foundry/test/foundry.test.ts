import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createUmpire, type AnyAction } from "umpire-client";
import { fakeToken, player, stand, world, type FakeActor } from "./fakes.js";
import { applyFallout, attackFromTokens } from "../src/attack.js";
import { card } from "../src/card.js";
import { showDice } from "../src/dialogs.js";
import { link, move, proposeDrag, takeSeat } from "../src/game.js";
import { followLinked } from "../src/linked.js";
import { filled, parsed } from "../src/mapping.js";
import { XWING } from "./mappings.js";
import { registerSettings, seatsHere, tokenOf } from "../src/settings.js";

const SERVICE = process.env["UMPIRE_TEST_URL"] ?? "";
function begin(mapping: object | null, dice: "service" | "foundry" = "service"): void {
  registerSettings();
  world.settings.set("server", SERVICE);
  world.settings.set("mapping", mapping ? JSON.stringify(mapping) : "");
  world.settings.set("dice", dice);
}

/** Waits for what happens; what the user was told meanwhile says why it did not. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(JSON.stringify(world));
}

test("a template takes the values that it names, and says which one is missing", () => {
  const names = { a: { b: [2, 3] }, yes: true };
  assert.deepEqual(filled({ n: "@a.b.length", list: ["@a.b", { "@if": "@yes", then: 1, else: 2 }], text: "a" }, names), { n: 2, list: [[2, 3], 1], text: "a" });
  assert.throws(() => filled("@a.c", names), { message: "@a.c" });
  assert.throws(() => parsed("{}"));
});

test("selected tokens attack targeted ones: who is killed is marked, and the story is a card with its rules", async () => {
  begin(null, "foundry");
  const [attackers, defenders] = [["a1", "a2", "a3"].map((id) => fakeToken(id, 0)), [fakeToken("d1", 300), fakeToken("d2", 300)]];
  stand(attackers, defenders);
  world.thrown.push(1, 1, 6, 6, 6);
  const action = await attackFromTokens();
  assert.deepEqual(world.warnings, []);
  assert.equal(action?.casualties.length, 2);
  assert.deepEqual(defenders.map((token) => (token.actor as FakeActor).statuses), [["dead"], ["dead"]]);
  assert.match(world.messages.at(-1)?.content ?? "", /<code>OF-30<\/code>/);
  assert.match(world.messages[0]?.content ?? "", /1, 1/);
});

test("an attack of X-Wing asks with dialogs that tell what choices are worth, and writes what is left to the actor", async () => {
  begin(XWING, "foundry");
  const [red, black] = [fakeToken("<b>Red</b>", 0, { actor: { system: { hull: 4 } } }), fakeToken("black", 150, { actor: { system: { hull: 3 } } })];
  stand([red], [black]);
  world.walls.add("move");
  world.thrown.push(5, 5, 5, 4, 4, 4, 4);
  const action = await attackFromTokens();
  assert.deepEqual(world.warnings, []);
  const { situation } = action as unknown as { situation: { attack_range: number; obstructed: boolean } };
  assert.deepEqual([situation.attack_range, situation.obstructed], [2, true]);
  assert.equal(typeof black.actor?.system["system.damage"], "number");
  assert.ok(world.dialogs.length >= 2);
  for (const content of world.dialogs) assert.match(content, /type="radio".*<em>damage \d\.\d\d<\/em>/s);
  const story = world.messages.at(-1)?.content ?? "";
  assert.ok(!story.includes("<b>Red"));
});

test("a name is no markup in the card and in the dialog", () => {
  const action = { number: 1, text: "<img src=x onerror=alert(1)>", record: [{ kind: "noted", rule: "X'", text: '"&' }] };
  const shown = card(action as never);
  assert.ok(!shown.includes("<img"));
  assert.ok(shown.includes("<code>X&#39;</code> &quot;&amp;"));
});

test("a roll that is hidden from the user is told in words, and no die of it is shown", async () => {
  begin(null);
  stand([], []);
  const roll = { kind: "rolled", rule: "OF-27", die: "d6", faces: { unknown: true }, source: "service", text: "Beatrix rolls in secret." };
  const action = { number: 1, ruleset: "open-forces", text: "It goes on.", record: [roll] } as never;
  await showDice(createUmpire(SERVICE), action);
  assert.deepEqual(world.shown, []);
  assert.match(card(action), /<code>OF-27<\/code> Beatrix rolls in secret\./);
});

test("where the user may not write to an actor, the GM's browser does, from what the service says", async () => {
  begin(null);
  const [attacker, defender] = [fakeToken("a1", 0), fakeToken("d1", 100, { actor: { isOwner: false } })];
  stand([attacker], [defender]);
  await attackFromTokens();
  assert.deepEqual(world.shown.map((roll) => (roll as { formula: string }).formula), ["1d6", "1d6"]);
  assert.equal(world.emitted.length, 1);
  assert.deepEqual((defender.actor as FakeActor).statuses, []);
  const action = await createUmpire(SERVICE).post("/v1/rulesets/open-forces/attacks", {
    body: {
      situation: { attacker: { units: 1, unit_ids: ["a1"], mode: { atk: 1 } }, defender: { units: 1, unit_ids: ["d1"], mode: { def: 1 } } },
      dice: { source: "physical", faces: [[6], [6]] },
    },
  });
  await applyFallout(parsed(""), { ...(world.emitted[0] as Parameters<typeof applyFallout>[1]), session: action.session_id });
  assert.deepEqual((defender.actor as FakeActor).statuses, ["dead"]);
});

test("what is missing, wrong or refused is told to the user", async () => {
  begin(null);
  stand([], []);
  assert.equal(await attackFromTokens(), null);
  begin({ ...XWING, situation: { attacker: "@attacker.actor.system.hull" } });
  stand([fakeToken("red", 0)], [fakeToken("black", 0)]);
  assert.equal(await attackFromTokens(), null);
  begin({ ruleset: "x-wing", situation: {} });
  assert.equal(await attackFromTokens(), null);
  assert.equal(world.warnings.length, 2);
  assert.match(world.warnings[0] ?? "", /@attacker\.actor\.system\.hull/);
});

test("in a linked game a drag is a proposal, a refusal leaves the token, and the service's move moves it", async () => {
  begin(null);
  const rules = await createUmpire(SERVICE).get("/v1/rulesets/{slug}", { params: { path: { slug: "open-forces" } } });
  const setup = (rules.game?.setups as unknown as Record<string, object>)["sample-with-positions"] as never;
  const session = await createUmpire(SERVICE).post("/v1/rulesets/open-forces/sessions", { body: { kind: "game", seats: [{}, {}], setup } });
  world.settings.set("seats", JSON.stringify({ [player.id]: 2 }));
  stand([], []);
  await link(session.id, session.tokens?.host ?? "");
  assert.equal(tokenOf(session.id), session.tokens?.host);
  assert.deepEqual(world.messages.map((message) => message.whisper), [[player.id]]);

  const host = createUmpire(SERVICE, session.tokens?.host);
  const params = { path: { id: session.id } };
  const { items } = await host.get("/v1/sessions/{id}/questions", { params });
  const question = items.find((item) => item.kind === "choice" && item.question === "act");
  assert.ok(question?.kind === "choice" && question.question === "act");
  const command = question.choices.map(({ choice }) => choice).find((choice) => "group" in choice && choice.kind === "command");
  const group = command && "group" in command ? String(command.group) : "";
  const token = fakeToken(group, 7777, { flags: { group } });
  stand([], [token]);

  const controller = new AbortController();
  const follower = followLinked(controller.signal);
  assert.equal(proposeDrag(fakeToken("tree", 0).document, { x: 10 }, {}), true);
  assert.equal(proposeDrag(token.document, { x: 10 }, { umpire: true }), true);
  await until(() => token.document.x !== 7777);
  const before = { x: token.document.x, y: token.document.y };

  assert.equal(proposeDrag(token.document, { x: before.x + 50_000 }, {}), false);
  await until(() => world.warnings.length > 0);
  assert.match(world.warnings[0] ?? "", /OF-\d/);
  assert.deepEqual({ x: token.document.x, y: token.document.y }, before);
  await move(group, { x: 0, y: 0 });
  await until(() => world.messages.some((message) => message.content.includes("umpire-card")));
  controller.abort();
  await follower;

});

test("a whispered claim gives its seat to the browser that takes it", async () => {
  begin(null);
  const session = await createUmpire(SERVICE).post("/v1/rulesets/open-forces/sessions", { body: { kind: "series", seats: [{}, {}] } });
  world.settings.set("seats", JSON.stringify({ [player.id]: 2 }));
  stand([], []);
  await link(session.id, session.tokens?.host ?? "");
  const claim = /data-umpire-claim="([^"]+)"/.exec(world.messages[0]?.content ?? "")?.[1] ?? "";
  await takeSeat(claim);
  assert.notEqual(tokenOf(session.id), session.tokens?.host);
  await assert.rejects(createUmpire(SERVICE, session.tokens?.seats["2"]).get("/v1/sessions/{id}", { params: { path: { id: session.id } } }));
  await takeSeat(claim);
  assert.equal(world.warnings.length, 1);
});

test("the claim of a player is no seat, and the user is told", async () => {
  begin(null);
  stand([], []);
  const { umpire: somebody } = await createUmpire(SERVICE).becomePlayer("Beatrix");
  const { claim } = await somebody.post("/v1/players/claims", { body: {} });
  await takeSeat(claim);
  assert.deepEqual(world.warnings, ["UMPIRE.not-a-seat"]);
});

test("every text is there in each language, with the same holes", () => {
  const texts = (language: string) => JSON.parse(readFileSync(join(process.env["UMPIRE_TEST_ROOT"] ?? "", "clients/foundry/lang", `${language}.json`), "utf8")) as Record<string, string>;
  const english = texts("en");
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String);
  for (const language of ["de", "fr", "ru"]) {
    const other = texts(language);
    assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) assert.deepEqual(holes(other[key] ?? ""), holes(text), key);
    if (language === "fr") for (const text of Object.values(other)) assert.doesNotMatch(text, /(?<!\u00a0):(?!\/)|(?<!\u202f)[;?!]/);
  }
});

test("in a linked series each browser is asked for its own seats only, and the story comes once to the chat", async () => {
  begin(XWING, "foundry");
  const body = { kind: "series" as const, dice: { source: "physical" as const }, seats: [{}, {}], visibility: "private" as const };
  const session = await createUmpire(SERVICE).post("/v1/rulesets/x-wing/sessions", { body });
  world.settings.set("seats", JSON.stringify({ [player.id]: 2 }));
  stand([fakeToken("red", 0, { actor: { system: { hull: 4 } } })], [fakeToken("black", 150, { actor: { system: { hull: 3 } } })]);
  await link(session.id, session.tokens?.host ?? "");
  assert.deepEqual(seatsHere(session.id, [1, 2]), [1]);
  const claim = /data-umpire-claim="([^"]+)"/.exec(world.messages[0]?.content ?? "")?.[1] ?? "";
  world.thrown.push(1, 5, 5, 4, 5, 1);
  const attack = attackFromTokens({ attacker: 1, defender: 2 });
  const host = createUmpire(SERVICE, session.tokens?.host);
  const params = { path: { id: session.id } };
  await until(async () => {
    const { items } = await host.get("/v1/sessions/{id}/questions", { params });
    return items.some((item) => item.kind === "roll" && item.seat === 2);
  });
  const asked = world.dialogs.length;
  assert.ok(asked > 0);

  await takeSeat(claim); // from here on these globals are the browser of Beatrix
  assert.deepEqual(seatsHere(session.id, [1, 2]), [2]);
  const controller = new AbortController();
  const follower = followLinked(controller.signal);
  let action: AnyAction | null | undefined;
  void attack.then((ended) => (action = ended));
  await until(() => action !== undefined);
  controller.abort();
  await follower;
  assert.equal(action?.status, "resolved");
  assert.deepEqual(world.warnings, []);
  assert.ok(world.dialogs.length > asked);
  assert.equal(world.messages.filter((message) => message.content.includes("umpire-card")).length, 1);
});
