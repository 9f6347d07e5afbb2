// Following several sessions as one stream, for an overlay, an organiser, or a player's phone.

import { streamed, type Course } from "./connection.js";
import { noteEvent, type OpenQuestions } from "./follow.js";
import type { Notes } from "./notes.js";
import type { Sender } from "./sending.js";
import type { Frame } from "./stream.js";
import type { Schema, SessionEvent } from "./types.js";

/** Which sessions are followed; without `sessions` and `references` all of the caller's own. */
export interface FollowAllOptions {
  sessions?: readonly string[];
  /** References of sessions; with a star at its end, the beginning. Sessions that come later are followed too. */
  references?: readonly string[];
  /** The `point` of an event that was told before; `now` leaves out what there is already. */
  after?: string;
  /** Whether each entry of a record, and each outcome, comes with its `text`. */
  texts?: boolean;
  signal?: AbortSignal;
}

/** An event of one of the sessions. `point` is kept to go on after it, in all of them. */
export type EventOfOne = SessionEvent & { session_id: string; point: string };

/** The caller's open questions in one of the sessions. */
export type QuestionsOfOne = OpenQuestions & { session_id: string };

type Told = EventOfOne | QuestionsOfOne;

/** The events of several sessions, those of one in order, until the sessions that were named are closed. */
export function followAll(of: { sender: Sender; notes: Notes; url: string }, options: FollowAllOptions = {}): AsyncGenerator<Told> {
  return streamed(new Several(of, options), options.signal);
}

class Several implements Course<Told> {
  readonly sender: Sender;
  readonly url: string;
  readonly #notes: Notes;
  readonly #told = new Map<string, number>();
  #point = "";

  constructor(of: { sender: Sender; notes: Notes; url: string }, options: FollowAllOptions) {
    const query = new URLSearchParams();
    for (const session of options.sessions ?? []) query.append("session_id", session);
    for (const reference of options.references ?? []) query.append("reference", reference);
    if (options.after) query.set("after", options.after);
    if (options.texts) query.set("texts", "true");
    [this.sender, this.#notes, this.url] = [of.sender, of.notes, `${of.url}/v1/events?${query}`];
  }

  point = () => this.#point;
  reached = (point: string) => void (this.#point = point);
  isOver = () => false; // the service says when: with 204

  heard({ event, data, id }: Frame): Told {
    this.#point = id || this.#point;
    if (event !== "question") return { ...(JSON.parse(data) as EventOfOne), point: this.#point };
    const { session_id, items } = JSON.parse(data) as Schema<"Questions"> & { session_id: string };
    return { type: "question", session_id, items };
  }

  async isNew(told: Told): Promise<boolean> {
    if (told.type === "question") return true;
    if (told.seq <= (this.#told.get(told.session_id) ?? 0)) return false;
    this.#told.set(told.session_id, told.seq);
    await noteEvent(this.#notes, told.session_id, told);
    return true;
  }
}
