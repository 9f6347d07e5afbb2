// The server that the tests play on: whoever runs them starts it, and restarts it when asked.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createUmpire, type Options, type Schema, type Umpire } from "umpire-client";

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: pytest tests/clients/test_packages.py runs these tests`);
  return value;
}

export const SERVICE = given("UMPIRE_TEST_URL");

/** A file of the repository. */
export const fileOf = (...path: string[]): string => readFileSync(join(given("UMPIRE_TEST_ROOT"), ...path), "utf8");

/** Ends the server and starts it again, on the same database and port. */
export async function restart(): Promise<void> {
  const done = await fetch(given("UMPIRE_TEST_RESTART"), { method: "POST" });
  if (!done.ok) throw new Error(await done.text());
}

export const umpire = (token?: string, options?: Options): Umpire => createUmpire(SERVICE, token, options);

export const DUEL: Schema<"XWingAttackInput"> = {
  attacker: { id: "red-5", agility: 2, hull: 4, tokens: { focus: 1 }, locks: ["black-2"] },
  weapon: { value: 3 },
  attack_range: 1,
  defender: { id: "black-2", agility: 3, hull: 3, tokens: { focus: 1, evade: 1 } },
};

export const BRAWL: Schema<"OpenForcesAttackInput"> = {
  attacker: { units: 5, mode: { atk: 1 } },
  defender: { units: 4, mode: { def: 1 } },
};

/** A series of X-Wing for two seats, with its tokens. */
export async function openDuel(options?: Options, source: "service" | "physical" = "service") {
  const session = await umpire(undefined, options).post("/v1/rulesets/x-wing/sessions", {
    body: { kind: "series", dice: { source }, seats: [{ name: "Anton" }, { name: "Beatrix" }] },
  });
  const { tokens } = session;
  if (!tokens?.host) throw new Error("an opening answers with its tokens");
  const seat = (number: number) => umpire(tokens.seats[String(number)], options);
  const host = umpire(tokens.host, options);
  const fight = () =>
    host.post("/v1/rulesets/x-wing/attacks", {
      body: { session_id: session.id, situation: DUEL, seats: { attacker: 1, defender: 2 }, policies: { attacker: "exact", defender: "exact" } },
    });
  return { session, host, seat, fight };
}
