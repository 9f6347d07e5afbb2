// Sends what it is told to through the package, a line of JSON each, and tells what came; tests/clients/test_packages.py plays it.

import { createInterface } from "node:readline";
import { createUmpire, Problem } from "umpire-client";

interface Told {
  method: "get" | "post" | "patch" | "delete";
  path: string;
  init: { params: { path: object; query: object }; body?: unknown; headers: Record<string, string> };
}

const umpire = createUmpire(process.argv[2] ?? "", null, { waits: [] });

for await (const line of createInterface({ input: process.stdin })) {
  const { method, path, init } = JSON.parse(line) as Told;
  const send = umpire[method].bind(umpire) as (path: string, init: object) => Promise<unknown>;
  const answer = await send(path, init).then(
    (value) => ({ value: value ?? null }),
    (failure: unknown) => ({ problem: failure instanceof Problem ? failure.document : String(failure) }),
  );
  console.log(JSON.stringify(answer));
}
