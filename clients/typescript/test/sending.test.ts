import assert from "node:assert/strict";
import { test } from "node:test";
import { createUmpire, newKey, Problem, Unreachable } from "umpire-client";
import { BRAWL, SERVICE, umpire } from "./table.js";

const ATTACK = "/v1/rulesets/open-forces/attacks";

/** A fetch whose first answers are lost on the way, after the service has done what was asked. */
function losing(answers: number) {
  const keys: (string | null)[] = [];
  const send = async (request: Request) => {
    keys.push(request.headers.get("Idempotency-Key"));
    const response = await fetch(request);
    if (keys.length <= answers) throw new TypeError("the connection is lost");
    return response;
  };
  return { keys, fetch: send };
}

test("an attack whose answer is lost is sent again with its key, and made once", async () => {
  const line = losing(2);
  const reference = newKey();
  const action = await umpire(undefined, { fetch: line.fetch, waits: [1, 1, 1] }).post(ATTACK, { body: { situation: BRAWL, reference } });
  assert.equal(line.keys.length, 3);
  assert.equal(new Set(line.keys).size, 1);
  const listed = await umpire().get("/v1/actions", { params: { query: { session_id: [action.session_id] } } });
  assert.equal(listed.items.length, 1);
});

test("a silent service is told apart, with the key under which the request can be sent again", async () => {
  const line = losing(9);
  const send = umpire(undefined, { fetch: line.fetch, waits: [1] });
  const failure = await send.post(ATTACK, { body: { situation: BRAWL }, key: newKey() }).catch((thrown: unknown) => thrown);
  assert.ok(failure instanceof Unreachable);
  assert.equal(failure.key, line.keys[0]);
  const again = await umpire().post(ATTACK, { body: { situation: BRAWL }, key: failure.key ?? "" });
  assert.equal(again.number, 1);
});

test("a busy service is asked again after the time that it names", async () => {
  let asked = 0;
  const fetchOnce = (request: Request) => {
    asked += 1;
    return asked === 1 ? Promise.resolve(new Response("", { status: 503, headers: { "Retry-After": "0" } })) : fetch(request);
  };
  await umpire(undefined, { fetch: fetchOnce, waits: [1] }).get("/v1");
  assert.equal(asked, 2);
});

test("a service that is not ready says so, and is neither asked again nor taken for a problem", async () => {
  let asked = 0;
  const notReady = () => {
    asked += 1;
    return Promise.resolve(Response.json({ status: "unavailable" }, { status: 503 }));
  };
  const health = await umpire(undefined, { fetch: notReady, waits: [1, 1] }).get("/readyz");
  assert.deepEqual([health.status, asked], ["unavailable", 1]);
});

test("a refusal is a problem with its code, its status and each fault in its place", async () => {
  const situation = { ...BRAWL, defender: { units: -1, mode: { def: 1 } } };
  const failure = await umpire().post(ATTACK, { body: { situation } }).catch((thrown: unknown) => thrown);
  assert.ok(failure instanceof Problem);
  assert.deepEqual([failure.status, failure.code], [422, "invalid-request"]);
  assert.deepEqual(failure.document.errors?.map((error) => error.pointer), ["/situation/defender/units"]);
});

test("what another server answers is a problem too", async () => {
  const proxy = () => Promise.resolve(new Response("<h1>Not here</h1>", { status: 404 }));
  const failure = await umpire(undefined, { fetch: proxy }).get("/v1").catch((thrown: unknown) => thrown);
  assert.ok(failure instanceof Problem);
  assert.deepEqual([failure.status, failure.code], [404, "unknown"]);
});

test("texts come in the language that was asked for", async () => {
  const body = { situation: BRAWL, dice: { source: "physical" as const, faces: [[2, 2, 5, 5], [1, 1, 2, 4, 6]] } };
  const german = await umpire(undefined, { language: "de" }).post(ATTACK, { body });
  const english = await umpire(undefined, { language: "en" }).post(ATTACK, { body });
  assert.notEqual(german.text, english.text);
  assert.deepEqual(german.outcome, english.outcome);
});

test("a slash at the end of the address changes nothing, and a request can be given up", async () => {
  assert.equal(createUmpire(`${SERVICE}/`).url, SERVICE);
  const controller = new AbortController();
  controller.abort(new Error("gone home"));
  await assert.rejects(umpire().get("/v1", { signal: controller.signal }));
});
