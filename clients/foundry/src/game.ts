// A linked game: the service holds the board. A drag is a proposal, and tokens go where the service says.

import type { AnyAction, Question, Schema, Umpire } from "umpire-client";
import { told } from "./attack.js";
import { escaped, tell } from "./card.js";
import { choose, roll, showDice } from "./dialogs.js";
import { keepToken, linkedSession, linkSession, seatsOfUsers, text, umpireFor } from "./settings.js";

type Point = Schema<"OpenForcesPoint">;
type Board = Schema<"OpenForcesState">;

const MINUTES = 30; // for which a claim holds
const PIECES = 100; // a place is told in hundredths of the unit of length

/** Links a game or a series that the GM has opened: the GM keeps the host's token, and each player is whispered a claim. */
export async function link(session: string, hostToken: string): Promise<void> {
  await keepToken(session, hostToken);
  await linkSession(session);
  for (const user of game.users) {
    const seat = seatsOfUsers()[user.id];
    if (seat) await whisperClaim(session, user, seat);
  }
}

export async function whisperClaim(session: string, user: FoundryUser, seat: number): Promise<void> {
  const path = { id: session, seat };
  const { claim } = await umpireFor(session).post("/v1/sessions/{id}/seats/{seat}/claims", { params: { path }, body: { minutes: MINUTES } });
  const button = `<button type="button" data-umpire-claim="${escaped(claim)}">${escaped(text("take", { seat: String(seat) }))}</button>`;
  await ChatMessage.create({ whisper: [user.id], content: button });
}

/** Takes the seat of a claim; its token stays in this browser. */
export function takeSeat(claim: string): Promise<unknown> {
  return told(async () => {
    const taken = await umpireFor("").claim(claim);
    if (taken.seat === undefined) return ui.notifications.warn(text("not-a-seat"));
    await keepToken(taken.session, taken.token, taken.seat);
    ui.notifications.info(text("taken", { seat: String(taken.seat) }));
  });
}

/** Whether a token may move by the user's hand: not where it is a group of the linked game, whose move is proposed instead. */
export function proposeDrag(token: FoundryTokenDocument, changes: { x?: number; y?: number }, options: { umpire?: boolean }): boolean {
  const group = token.getFlag("umpire", "group");
  if (!linkedSession() || options.umpire || typeof group !== "string" || (changes.x ?? changes.y) === undefined) return true;
  const scale = PIECES / canvas.dimensions.distancePixels;
  const by = { x: Math.round(((changes.x ?? token.x) - token.x) * scale), y: Math.round(((changes.y ?? token.y) - token.y) * scale) };
  void told(() => move(group, by));
  return false;
}

/** Commands a group and moves it by so much; whatever else is asked is asked of the user. */
export async function move(group: string, by: Point): Promise<AnyAction | null> {
  const session = linkedSession();
  const umpire = umpireFor(session);
  const action = await actionOf(umpire, session, group);
  if (!action) {
    ui.notifications.warn(text("not-now"));
    return null;
  }
  return umpire.play(action, {
    roll,
    choose(question, now) {
      const positions = question.context.positions as Point[];
      if (question.question !== "move" || question.context.group !== group || !positions.length) return choose(umpire, question, now);
      return { path: [positions.map((at) => ({ x: at.x + by.x, y: at.y + by.y }))] };
    },
  });
}

/** The action in which a group may move now: one that waits for it, or its command; null where neither is. */
async function actionOf(umpire: Umpire, session: string, group: string): Promise<AnyAction | null> {
  const params = { path: { id: session } };
  const { items } = await umpire.get("/v1/sessions/{id}/questions", { params });
  for (const question of items) {
    if (question.kind !== "choice") continue;
    if (question.question === "move" && question.context.group === group && question.action) {
      const path = { ...params.path, number: question.action };
      return (await umpire.get("/v1/sessions/{id}/actions/{number}", { params: { path } })) as AnyAction;
    }
    const command = commandOf(question, group);
    if (command) return umpire.post("/v1/rulesets/open-forces/sessions/{id}/actions", { params, body: { seen: question.seen, move: command } });
  }
  return null;
}

function commandOf(question: Question, group: string): { kind: "command"; group: string } | null {
  if (question.kind !== "choice" || question.question !== "act") return null;
  const legal = question.choices.some(({ choice }) => "group" in choice && choice.kind === "command" && choice.group === group);
  return legal ? { kind: "command", group } : null;
}

/** Follows the linked game; the GM's browser moves the tokens and tells the story. */
export async function followGame(session: string, seq: number, signal?: AbortSignal): Promise<void> {
  if (game.users.activeGM?.id !== game.user.id) return;
  const umpire = umpireFor(session);
  await placeTokens(umpire, session);
  for await (const event of umpire.follow(session, { after: seq, ...(signal && { signal }) })) {
    if (event.type !== "action-resolved") continue;
    const path = { id: session, number: event.event.action };
    const action = (await umpire.get("/v1/sessions/{id}/actions/{number}", { params: { path } })) as AnyAction;
    await placeTokens(umpire, session);
    await showDice(umpire, action);
    await tell(action);
  }
}

/** Puts the token of each group where its first unit stands. */
export async function placeTokens(umpire: Umpire, session: string): Promise<void> {
  const { state } = await umpire.get("/v1/sessions/{id}/state", { params: { path: { id: session } } });
  const scale = canvas.dimensions.distancePixels / PIECES;
  for (const { id, units } of (state as Board).groups ?? []) {
    const at = units[0]?.at;
    const token = canvas.tokens.placeables.find((each) => each.document.getFlag("umpire", "group") === id)?.document;
    if (!token || !at) continue;
    const [x, y] = [Math.round(at.x * scale), Math.round(at.y * scale)];
    if (x !== token.x || y !== token.y) await token.update({ x, y }, { umpire: true });
  }
}
