// The table of an evening, played by tests/clients/test_evening.py: a GM links a series, whispers a seat, and attacks.

import { createUmpire } from "umpire-client";
import { fakeToken, player, stand, world } from "./fakes.js";
import { attackFromTokens } from "../src/attack.js";
import { link } from "../src/game.js";
import { registerSettings } from "../src/settings.js";
import { XWING } from "./mappings.js";

const given = (name: string): string => process.env[name] ?? "";
const say = (told: object) => console.log(JSON.stringify(told));

registerSettings();
world.settings.set("server", given("UMPIRE_TEST_URL"));
world.settings.set("mapping", JSON.stringify(XWING));
world.settings.set("seats", JSON.stringify({ [player.id]: 2 }));
const black = fakeToken("black", 150, { actor: { system: { hull: 3 } } });
stand([fakeToken("red", 0, { actor: { system: { hull: 4 } } })], [black]);
await link(given("SESSION"), given("HOST"));
say({ claim: /data-umpire-claim="([^"]+)"/.exec(world.messages[0]?.content ?? "")?.[1] });

world.thrown.push(1, 5, 5); // hit, focus, focus
const action = await attackFromTokens({ attacker: 1, defender: 2 });
const host = createUmpire(given("UMPIRE_TEST_URL"), given("HOST"));
const read = await host.get("/v1/sessions/{id}/actions/{number}", { params: { path: { id: given("SESSION"), number: action?.number ?? 0 } } });
say({
  status: action?.status,
  told: world.messages.at(-1)?.content.includes("umpire-card"),
  same: JSON.stringify(read.record) === JSON.stringify(action?.record),
  asked: world.dialogs.length,
  damage: black.actor?.system["system.damage"],
  warnings: world.warnings,
});
