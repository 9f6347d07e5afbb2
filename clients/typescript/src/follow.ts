// Following a session: each event once and in order.

import { polled } from "./asking.js";
import { streamed, type Course } from "./connection.js";
import { note, type Notes } from "./notes.js";
import type { Sender } from "./sending.js";
import type { Frame } from "./stream.js";
import type { Question, Schema, SessionEvent } from "./types.js";

/** The caller's open questions: first on connecting, and whenever they change. */
export interface OpenQuestions {
  type: "question";
  items: Question[];
}

export interface FollowOptions {
  /** The number of the last event that is known already; 0 for all. */
  after?: number;
  /** Whether each entry of a record, and each outcome, comes with its `text`. */
  texts?: boolean;
  signal?: AbortSignal;
}

export interface Followed {
  sender: Sender;
  notes: Notes;
  url: string;
  session: string;
}

/** The events of a session from `after` on, until it is closed or the signal is aborted. */
export function follow(of: Followed, options: FollowOptions = {}): AsyncGenerator<SessionEvent | OpenQuestions> {
  return streamed(new One(of, options), options.signal);
}

class One implements Course<SessionEvent | OpenQuestions> {
  readonly sender: Sender;
  readonly url: string;
  #after: number;
  #isClosed = false;

  constructor(
    readonly of: Followed,
    readonly options: FollowOptions,
  ) {
    this.sender = of.sender;
    this.#after = options.after ?? 0;
    this.url = `${of.url}/v1/sessions/${of.session}/events${options.texts ? "?texts=true" : ""}`;
  }

  point = () => (this.#after ? String(this.#after) : "");
  isOver = () => this.#isClosed;
  asked = (signal: AbortSignal) => polled(this.of, { after: this.#after, texts: this.options.texts ?? false }, signal);

  heard({ event, data }: Frame): SessionEvent | OpenQuestions {
    if (event === "question") return { type: "question", items: (JSON.parse(data) as Schema<"Questions">).items };
    return JSON.parse(data) as SessionEvent;
  }

  async isNew(told: SessionEvent | OpenQuestions): Promise<boolean> {
    if (told.type === "question") return true;
    if (told.seq <= this.#after) return false;
    this.#after = told.seq;
    this.#isClosed ||= told.type === "session-closed";
    await noteEvent(this.of.notes, this.of.session, told);
    return true;
  }
}

/** Notes what an event tells of the head of its session, and of its commitment. */
export function noteEvent(notes: Notes, session: string, told: SessionEvent): Promise<void> {
  const commitment = told.type === "session-opened" ? (told.event.chain?.commitment ?? null) : null;
  return note(notes, { session, seq: told.seq, head: told.hash, commitment });
}
