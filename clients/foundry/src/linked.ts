// The linked session: a game is followed by the GM's browser, and of a series each browser answers the questions of its seats.

import type { AnyAction, Question, Umpire } from "umpire-client";
import { told } from "./attack.js";
import { playHere } from "./dialogs.js";
import { followGame } from "./game.js";
import { linkedSession, seatOf, tokenOf, umpireFor } from "./settings.js";

/** Follows what is linked, until it is closed. */
export async function followLinked(signal?: AbortSignal): Promise<void> {
  const id = linkedSession();
  if (!id || !tokenOf(id)) return;
  const session = await umpireFor(id).get("/v1/sessions/{id}", { params: { path: { id } } });
  if (session.kind === "game") await followGame(id, session.seq, signal);
  else await answerSeries(id, session.seq, signal);
}

/** Asks the user whatever is open for the user's own seat. The host is asked by the attack that the host has made. */
async function answerSeries(session: string, after: number, signal?: AbortSignal): Promise<void> {
  const seat = seatOf(session);
  if (seat === null) return;
  const umpire = umpireFor(session);
  for await (const event of umpire.follow(session, { after, ...(signal && { signal }) })) {
    if (event.type !== "question") continue;
    for (const number of event.items.map(actionOf)) if (number !== null) void told(() => answer(umpire, session, number, seat));
  }
}

const actionOf = (question: Question): number | null => ("action" in question && typeof question.action === "number" ? question.action : null);

async function answer(umpire: Umpire, id: string, number: number, seat: number): Promise<void> {
  const action = (await umpire.get("/v1/sessions/{id}/actions/{number}", { params: { path: { id, number } } })) as AnyAction;
  if (action.pending) await playHere(umpire, action, [seat]);
}
