import assert from "node:assert/strict";
import { test } from "node:test";

Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: crypto.getRandomValues.bind(crypto) } });
const { checkVectors } = await import("./vectors.js");
const { verifyExport } = await import("umpire-client");
const { fileOf, umpire } = await import("./table.js");

test("the published values and a whole export are computed without WebCrypto, as on plain http", async () => {
  assert.equal(globalThis.crypto.subtle, undefined);
  await checkVectors();
  const exported = fileOf("tests", "golden", "exports", "0.1.0", "session.ndjson");
  const { ruleset: slug } = JSON.parse(JSON.parse(exported.split("\n", 1)[0] ?? "").body);
  const { dice } = await umpire().get("/v1/rulesets/{slug}", { params: { path: { slug } } });
  assert.ok((await verifyExport(exported, dice)).holds);
});
