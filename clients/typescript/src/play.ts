// The answer loop: each question of an action is put to its player, until the action is over.

import { watched } from "./asking.js";
import { Problem } from "./problem.js";
import type { Sender } from "./sending.js";
import type { AnyAction, ChoiceQuestion, Face, LegalChoice, Question, RollQuestion, Schema } from "./types.js";

type MaybePromise<Value> = Value | Promise<Value>;
type Answer = Omit<Schema<"AnswerRequest">, "seen">;

/** Who answers the questions of an action. */
export interface Player<Played extends AnyAction = AnyAction> {
  /** One of `question.choices`, or another legal choice in the same form. */
  choose(question: ChoiceQuestion, action: Played): MaybePromise<LegalChoice["choice"]>;
  /** The faces that were thrown, one for each die; needed where people throw. */
  roll?(question: RollQuestion, action: Played): MaybePromise<Face[]>;
  /** Whose questions these are: the number of a seat, or a list of them. Without it all of them, as the host answers them. */
  seats?: number | readonly number[];
  signal?: AbortSignal;
}

/** What the loop needs of a client. */
export interface Answering<Played extends AnyAction> {
  read(action: Played): Promise<Played>;
  answer(action: Played, body: Schema<"AnswerRequest">): Promise<Played>;
  sender: Sender;
  urlOf(action: Played): string;
}

const LATE = ["stale", "action-closed"];

/** Plays an action to its end, and waits while it is others who have to answer. */
export async function play<Played extends AnyAction>(with_: Answering<Played>, action: Played, player: Player<Played>): Promise<Played> {
  let now = action;
  while (now.pending) {
    const question = now.pending as Question;
    if (!isFor(player, question)) {
      now = await changed(with_, now, player.signal);
      continue;
    }
    const answer = await answerOf(player, question, now);
    try {
      now = await with_.answer(now, { ...answer, seen: (question as ChoiceQuestion).seen });
    } catch (failure) {
      if (!(failure instanceof Problem) || !LATE.includes(failure.code)) throw failure;
      now = await with_.read(now);
    }
  }
  return now;
}

function isFor(player: Player, question: Question): boolean {
  const seat = "seat" in question ? question.seat : null;
  if (player.seats === undefined || seat === null) return true;
  return [player.seats].flat().includes(seat);
}

async function answerOf<Played extends AnyAction>(player: Player<Played>, question: Question, action: Played): Promise<Answer> {
  if (question.kind !== "roll") return { choice: await player.choose(question as ChoiceQuestion, action) };
  if (!player.roll) throw new TypeError(`dice have to be thrown, and the player has no roll(): ${question.text}`);
  return { faces: await player.roll(question, action) };
}

async function changed<Played extends AnyAction>(with_: Answering<Played>, action: Played, signal?: AbortSignal): Promise<Played> {
  const seen = JSON.stringify(action.pending);
  for await (const now of watched<Played>(with_.sender, with_.urlOf(action), signal)) {
    if (JSON.stringify(now.pending) !== seen) return now;
  }
  return action;
}
