// An attack: from the selected tokens on the targeted ones, to the chat card and to what is left of the actors.

import { Problem, Unreachable, type AnyAction, type Umpire } from "umpire-client";
import { tell } from "./card.js";
import { playHere, showDice } from "./dialogs.js";
import { filled, sceneOf, type Mapping } from "./mapping.js";
import { isRolledHere, linkedSession, mapping, seatsHere, text, tokenOf, umpireFor } from "./settings.js";

type Opened = { tokens?: { host?: string | null } | null };
type Changed = { outcome?: { after?: Record<string, object> } | null };

/** What the attack changes, and on whom. */
interface Fallout {
  session: string;
  number: number;
  actors: Record<string, string | null>;
  tokens: string[];
}

/** Which seats attack and defend in a linked series; without it the user's own seat attacks. */
export type Roles = { attacker: number; defender: number };

/** The attack of the selected tokens, or null where something is missing, which the user is told. */
export async function attackFromTokens(roles?: Roles): Promise<AnyAction | null> {
  const [attackers, defenders] = [canvas.tokens.controlled, [...game.user.targets]];
  if (!attackers.length || !defenders.length) {
    ui.notifications.warn(text("select"));
    return null;
  }
  return told(async () => {
    const by = mapping();
    const scene = sceneOf(attackers, defenders, by);
    const situation = filled(by.situation, scene);
    const action = (await attackInSeries(by, situation, roles)) ?? (await attackAlone(by, situation));
    await showDice(umpireFor(action.session_id), action);
    await tell(action);
    await settle(by, {
      session: action.session_id,
      number: action.number,
      actors: { attacker: scene.attacker.actor?.uuid ?? null, defender: scene.defender.actor?.uuid ?? null },
      tokens: [...attackers, ...defenders].map((token) => token.id),
    });
    return action;
  });
}

/** An attack of its own: this browser is asked for both roles. */
async function attackAlone(by: Mapping, situation: unknown): Promise<AnyAction> {
  const asking = { attacker: "ask", defender: "ask" };
  const dice = { source: isRolledHere() ? "physical" : "service" };
  const umpire = umpireFor("");
  const opened = await send(umpire, by, { situation, dice, policies: by.policies ?? asking, ...(by.options && { options: by.options }) });
  const host = umpire.as((opened as Opened).tokens?.host ?? null);
  return playHere(host, opened);
}

/** An attack in the linked series, whose options and dice hold: others are asked where they are. Null where none is linked. */
async function attackInSeries(by: Mapping, situation: unknown, roles?: Roles): Promise<AnyAction | null> {
  const id = linkedSession();
  if (!id || !tokenOf(id)) return null;
  const umpire = umpireFor(id);
  const session = await umpire.get("/v1/sessions/{id}", { params: { path: { id } } });
  if (session.kind !== "series" || session.ruleset !== by.ruleset || session.status !== "open") return null;
  const opened = await send(umpire, by, { session_id: id, situation, ...(roles && { seats: roles }) });
  return playHere(umpire, opened, seatsHere(id, session.seats.map((seat) => seat.seat)));
}

async function send(umpire: Umpire, by: Mapping, body: object): Promise<AnyAction> {
  const post = umpire.post.bind(umpire) as (path: string, init: object) => Promise<AnyAction>;
  return post(`/v1/rulesets/${by.ruleset}/attacks`, { body });
}

/** Does something; what the service refuses, and silence, are told to the user. */
export async function told<Result>(done: () => Promise<Result>): Promise<Result | null> {
  try {
    return await done();
  } catch (failure) {
    if (failure instanceof Problem) ui.notifications.warn([failure.rule, failure.message].filter(Boolean).join(" "));
    else if (failure instanceof Unreachable) ui.notifications.error(text("silent"));
    else ui.notifications.error(text("mapping.wrong", { what: failure instanceof Error ? failure.message : String(failure) }));
    return null;
  }
}

/** Writes what is left to the actors: here where all are the user's, else in the browser of the GM, who asks the service itself. */
async function settle(by: Mapping, fallout: Fallout): Promise<void> {
  const actors = canvas.tokens.placeables.filter((token) => fallout.tokens.includes(token.id)).map((token) => token.actor);
  if (actors.every((actor) => !actor || actor.isOwner)) await applyFallout(by, fallout);
  else game.socket.emit("module.umpire", fallout);
}

export function hearFallout(): void {
  game.socket.on("module.umpire", (fallout: Fallout) => {
    if (game.users.activeGM?.id === game.user.id) void told(() => applyFallout(mapping(), fallout));
  });
}

export async function applyFallout(by: Mapping, fallout: Fallout): Promise<void> {
  const path = { id: fallout.session, number: fallout.number };
  const action = (await umpireFor(fallout.session).get("/v1/sessions/{id}/actions/{number}", { params: { path } })) as AnyAction;
  const after = (action as Changed).outcome?.after ?? {};
  const tokens = canvas.tokens.placeables.filter((token) => fallout.tokens.includes(token.id));
  for (const [role, changes] of Object.entries(by.apply ?? {})) {
    const actor = tokens.find((token) => token.actor && token.actor.uuid === fallout.actors[role])?.actor;
    if (actor && after[role]) await actor.update(filled(changes, { after: after[role] }) as Record<string, unknown>);
  }
  for (const { unit, fate } of action.casualties) {
    const status = by.fates?.[fate];
    const actor = tokens.find((token) => token.id === unit)?.actor;
    if (status && actor) await actor.toggleStatusEffect(status, { active: true, overlay: true });
  }
}
