// What the GM and each player set. Tokens are kept by the browser alone: every player can read what the world keeps.

import { createUmpire, inStorage, type Umpire } from "umpire-client";
import { parsed, type Mapping } from "./mapping.js";

const WORLD = { scope: "world", config: true };
const CLIENT = { scope: "client", config: false };

/** How the module's texts are named. */
export const text = (key: string, data?: Record<string, string>): string =>
  data ? game.i18n.format(`UMPIRE.${key}`, data) : game.i18n.localize(`UMPIRE.${key}`);

export function registerSettings(): void {
  const add = (key: string, type: unknown, fallback: unknown, more: object) =>
    game.settings.register("umpire", key, { name: `UMPIRE.${key}.name`, hint: `UMPIRE.${key}.hint`, type, default: fallback, ...more });
  add("server", String, "http://127.0.0.1:8000", { ...WORLD, requiresReload: true });
  add("mapping", String, "", WORLD);
  add("dice", String, "service", { ...WORLD, choices: { service: "UMPIRE.dice.service", foundry: "UMPIRE.dice.foundry" } });
  add("seats", String, "{}", WORLD);
  add("session", String, "", WORLD);
  add("tokens", Object, {}, CLIENT);
  add("places", Object, {}, CLIENT);
}

const read = (key: string) => game.settings.get("umpire", key);

/** The session of the linked game; empty where none is linked. */
export const linkedSession = (): string => String(read("session") ?? "");
export const linkSession = (id: string): Promise<unknown> => game.settings.set("umpire", "session", id);

/** Whether dice are rolled by Foundry and sent, or by the service. */
export const isRolledHere = (): boolean => read("dice") === "foundry";

/** How tokens become situations. Throws what is wrong with it. */
export const mapping = (): Mapping => parsed(String(read("mapping") ?? ""));

/** The seat of each user, by the user's id. */
export const seatsOfUsers = (): Record<string, number> => JSON.parse(String(read("seats") || "{}"));

type Tokens = Record<string, string>;
type Places = Record<string, number>;

/** The token that this browser holds of a session. */
export const tokenOf = (session: string): string | null => ((read("tokens") ?? {}) as Tokens)[session] ?? null;

/** The seat whose token that is; null for the host's. */
export const seatOf = (session: string): number | null => ((read("places") ?? {}) as Places)[session] ?? null;

/** Keeps the token of a seat, or without `seat` that of the host. */
export async function keepToken(session: string, token: string, seat?: number): Promise<void> {
  const { [session]: _, ...places } = (read("places") ?? {}) as Places;
  await game.settings.set("umpire", "tokens", { ...(read("tokens") as Tokens), [session]: token });
  await game.settings.set("umpire", "places", seat === undefined ? places : { ...places, [session]: seat });
}

/** The seats for which this browser answers: the user's own, for the host all that no other user has. */
export function seatsHere(session: string, all: readonly number[]): number[] {
  const seat = seatOf(session);
  if (seat !== null) return [seat];
  const others = Object.entries(seatsOfUsers()).flatMap(([user, taken]) => (user === game.user.id ? [] : [taken]));
  return all.filter((each) => !others.includes(each));
}

/** A client that acts with the token of a session, in the language of this user. */
export function umpireFor(session: string): Umpire {
  const notes = globalThis.localStorage ? { notes: inStorage(globalThis.localStorage) } : {};
  return createUmpire(String(read("server")), tokenOf(session), { language: game.i18n.lang, ...notes });
}
