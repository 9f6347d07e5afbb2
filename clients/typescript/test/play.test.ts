import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChoiceQuestion, Question } from "umpire-client";
import { DUEL, openDuel, umpire } from "./table.js";

const ATTACK = "/v1/rulesets/x-wing/attacks";
const first = (question: ChoiceQuestion) => question.choices[0]?.choice ?? {};

test("an attack of thrown dice is played to its end: each roll and each choice is asked for", async () => {
  const asked: string[] = [];
  const alone = await umpire().post(ATTACK, {
    body: { situation: DUEL, dice: { source: "physical" }, policies: { attacker: "ask", defender: "ask" } },
  });
  const done = await umpire(alone.tokens?.host ?? "").play(alone, {
    roll(question) {
      asked.push(question.die);
      return Array.from({ length: question.count }, () => "focus");
    },
    choose(question) {
      asked.push(question.question);
      return first(question);
    },
  });
  assert.equal(done.status, "resolved");
  assert.deepEqual(new Set(asked), new Set(["attack-die", "defense-die", "modify-attack-dice", "modify-defense-dice"]));
  assert.equal(typeof done.outcome?.damage.shields, "number");
});

test("two seats play one attack, and each is asked its own questions only", async () => {
  const { session, seat } = await openDuel({}, "physical");
  const situation = { ...DUEL, attacker: { ...DUEL.attacker, locks: [] } };
  const faces = [["hit", "hit", "focus", "focus"]];
  const action = await seat(1).post(ATTACK, {
    body: { session_id: session.id, situation, seats: { attacker: 1, defender: 2 }, dice: { source: "physical", faces } },
  });
  const asked: Record<number, Question["kind"][]> = { 1: [], 2: [] };
  const player = (number: number) => ({
    seats: number,
    roll: () => ["focus", "focus", "blank"],
    choose(question: ChoiceQuestion) {
      assert.equal(question.seat, number);
      asked[number]?.push(question.kind);
      return first(question);
    },
  });
  const ends = await Promise.all([seat(1).play(action, player(1)), seat(2).play(action, player(2))]);
  assert.deepEqual(ends.map((end) => end.status), ["resolved", "resolved"]);
  assert.ok(asked[1]?.length && asked[2]?.length);
});

test("a question that somebody else has answered is not answered again: the next one is asked", async () => {
  const { session, host } = await openDuel({}, "physical");
  const action = await host.post(ATTACK, {
    body: { session_id: session.id, situation: DUEL, seats: { attacker: 1, defender: 2 }, policies: { attacker: "none", defender: "none" } },
  });
  const path = { id: action.session_id, number: action.number };
  const rolled: string[] = [];
  const done = await host.play(action, {
    choose: first,
    async roll(question) {
      rolled.push(question.die);
      const faces = question.faces.slice(0, question.count);
      if (rolled.length === 1) {
        await host.post("/v1/sessions/{id}/actions/{number}/answers", { params: { path }, body: { seen: question.seen, faces: faces.toReversed() } });
        faces.fill(question.faces.at(-1) ?? "");
      }
      return faces;
    },
  });
  assert.equal(done.status, "resolved");
  assert.deepEqual(rolled.slice(0, 2), ["attack-die", "defense-die"]);
});

test("who cannot throw dice says so before anything is sent", async () => {
  const alone = await umpire().post(ATTACK, { body: { situation: DUEL, dice: { source: "physical" } } });
  await assert.rejects(umpire(alone.tokens?.host ?? "").play(alone, { choose: first }), TypeError);
});

test("a phone takes over a seat by its claim, and the seat's earlier token ends", async () => {
  const { session, seat } = await openDuel();
  const path = { id: session.id, seat: 2 };
  const { claim } = await seat(2).post("/v1/sessions/{id}/seats/{seat}/claims", { params: { path }, body: {} });
  const phone = await umpire().claim(claim);
  assert.deepEqual([phone.session, phone.seat], [session.id, 2]);
  await phone.umpire.get("/v1/sessions/{id}", { params: { path } });
  await assert.rejects(seat(2).get("/v1/sessions/{id}", { params: { path } }), { code: "token-invalid" });
});
