import assert from "node:assert/strict";
import { test } from "node:test";
import { fileOf, umpire } from "./table.js";

interface Operation {
  requestBody?: { content?: Record<string, { example?: unknown; examples?: Record<string, { $ref?: string; value?: unknown }> }> };
}

test("every example of a request that needs no session is taken by the service", async () => {
  const document = JSON.parse(fileOf("clients", "openapi.json"));
  const valueOf = (example: { $ref?: string; value?: unknown }) =>
    example.$ref ? document.components.examples[example.$ref.split("/").at(-1) ?? ""].value : example.value;
  let sent = 0;
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    const content = methods.post?.requestBody?.content?.["application/json"];
    if (!content || path.includes("{") || path === "/v1/players/claims" || path === "/v1/webhooks") continue; // of players and keys
    const examples = content.example ? [content.example] : Object.values(content.examples ?? {}).map(valueOf);
    for (const body of examples) {
      if ("session_id" in body || "claim" in body) continue;
      await (umpire().post as (path: string, init: object) => Promise<unknown>).call(umpire(), path, { body });
      sent += 1;
    }
  }
  assert.ok(sent > 20);
});
