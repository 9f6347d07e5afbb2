// Makes dist/: the types of the service's document, the check of the service's own pages, and the package around them.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const here = import.meta.dirname;
const require = createRequire(import.meta.url);

/** Runs a command of an installed package. */
function run(name, file, ...args) {
  const program = join(dirname(require.resolve(`${name}/package.json`)), file);
  const done = spawnSync(process.execPath, [program, ...args], { cwd: here, stdio: "inherit" });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function makeTypes() {
  const document = join(here, "..", "openapi.json");
  const digest = `// ${createHash("sha256").update(readFileSync(document)).digest("hex")}\n`;
  const types = join(here, "src", "generated", "document.ts");
  if (existsSync(types) && readFileSync(types, "utf8").startsWith(digest)) return;
  mkdirSync(dirname(types), { recursive: true });
  run("openapi-typescript", "bin/cli.js", document, "--output", types);
  writeFileSync(types, digest + readFileSync(types, "utf8"));
}

function takeChecks() {
  const assets = join(here, "..", "..", "app", "web", "assets");
  for (const module of ["digest.js", "fairness.js", "log-conditions.js", "conditions.js", "log-events.js", "log-places.js", "log-shapes.js", "log-values.js", "order.js", "parts.js", "verify.js"]) {
    cpSync(join(assets, module), join(here, "src", "generated", module));
  }
}

makeTypes();
takeChecks();
rmSync(join(here, "dist"), { recursive: true, force: true });
run("typescript", "bin/tsc");
if (process.argv[2] === "test") run("typescript", "bin/tsc", "--project", "test");
