import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { NotSigned, render, verifyWebhook } from "umpire-client";
import { openDuel, umpire } from "./table.js";

test("dice are shown as symbols and drawn, and nothing in them is markup", async () => {
  const { fight } = await openDuel();
  const rolled = (await fight()).record.find((entry) => entry.kind === "rolled");
  assert.ok(rolled?.kind === "rolled");
  const shown = render({ ...rolled, die: "d6", faces: [1, 6, "<i>", "hit"], text: "a < b" });
  assert.equal(shown.dice, "⚀ ⚅ [<i>] ✸");
  assert.ok(shown.svg.includes("a &lt; b") && !shown.svg.includes("<i>"));
  assert.equal(shown.svg.match(/<rect/g)?.length, 4);
  const hidden = render({ ...rolled, faces: { unknown: true }, text: "Beatrix rolls in secret." });
  assert.match(hidden.text, /Beatrix rolls in secret\.$/);
  assert.equal(hidden.dice, "?");
  assert.equal(hidden.svg.match(/<rect/g)?.length, 1);
});

test("a message counts only with the signature of its secret, and soon", async () => {
  const [body, key, id] = ['{"type":"session-closed"}', Buffer.from("k".repeat(24)), "msg_1"];
  const secret = `whsec_${key.toString("base64")}`;
  const signed = (at: number, by: Buffer = key) => ({
    "Webhook-Id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,AAAA v1,${createHmac("sha256", by).update(`${id}.${at}.${body}`).digest("base64")}`,
  });
  const now = Math.floor(Date.now() / 1000);
  assert.deepEqual(await verifyWebhook(body, signed(now), secret), { type: "session-closed" });
  for (const [text, headers] of [
    [`${body} `, signed(now)],
    [body, signed(now - 3600)],
    [body, signed(now, Buffer.from("j".repeat(24)))],
    [body, {}],
  ] as const) {
    await assert.rejects(verifyWebhook(text, headers, secret), NotSigned);
  }
});

test("any question is answered by its choice, moves too, in the language of whoever is asked", async () => {
  const slug = "storm-over-stalingrad";
  const { game } = await umpire().get("/v1/rulesets/{slug}", { params: { path: { slug } } });
  const setup = Object.values(game?.setups ?? {})[0] as never;
  const opened = await umpire().post("/v1/rulesets/storm-over-stalingrad/sessions", { body: { kind: "game", seats: [{}, {}], setup } });
  const host = umpire(opened.tokens?.host ?? undefined);
  const [question] = await host.questions(opened.id);
  assert.ok(question?.kind === "choice");
  const [german] = await host.as(opened.tokens?.host ?? null, { language: "de" }).questions(opened.id);
  assert.notEqual(german?.text, question.text);
  const moved = await host.answer(question, { kind: "pass" });
  assert.equal(moved.number, 2);
  const duel = await openDuel();
  const told = await duel.host.sentence(await duel.fight());
  assert.match(told, /^red-5 → black-2: .* \d+ in 100 come to the same\. Check: http.*\/sessions\//);
});

test("a client waits no longer than it is told", async () => {
  const never = (request: Request) => new Promise<Response>((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  const alive = setInterval(() => {}, 1000); // the clock of a signal alone does not keep a process
  await assert.rejects(umpire(undefined, { fetch: never, timeout: 5, waits: [] }).get("/v1"));
  clearInterval(alive);
});
