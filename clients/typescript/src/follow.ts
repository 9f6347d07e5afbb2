// Following a session: each event once and in order, through lost connections and restarts of the service.

import { polled } from "./asking.js";
import { note, type Notes } from "./notes.js";
import { Problem, problemIn } from "./problem.js";
import { signed, sleep, type Sender } from "./sending.js";
import { frames } from "./stream.js";
import type { Question, Schema, SessionEvent } from "./types.js";

/** The caller's open questions: first on connecting, and whenever they change. */
export interface OpenQuestions {
  type: "question";
  items: Question[];
}

export interface FollowOptions {
  /** The number of the last event that is known already; 0 for all. */
  after?: number;
  signal?: AbortSignal;
}

export interface Followed {
  sender: Sender;
  notes: Notes;
  url: string;
  session: string;
}

const SILENCE = 45_000; // milliseconds; the service says something every 15 seconds
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 15_000;

/** The events of a session from `after` on, until it is closed or the signal is aborted. */
export async function* follow(of: Followed, options: FollowOptions = {}): AsyncGenerator<SessionEvent | OpenQuestions> {
  let after = options.after ?? 0;
  let isClosed = false;
  let pause = FIRST_PAUSE;
  while (!options.signal?.aborted) {
    const connection = new Connection(options.signal);
    try {
      const response = await connection.open(of, after);
      if (response.status === 204) return;
      const told = response.body ? heard(response.body, connection) : polled(of, after, connection.signal);
      for await (const each of told) {
        pause = FIRST_PAUSE;
        if (each.type !== "question") {
          if (each.seq <= after) continue;
          after = each.seq;
          isClosed ||= each.type === "session-closed";
          await note(of.notes, { session: of.session, seq: each.seq, head: each.hash, commitment: committedIn(each) });
        }
        yield each;
      }
      if (isClosed || !response.body) return;
    } catch (failure) {
      if (options.signal?.aborted) return;
      if (failure instanceof Problem && !isPassing(failure.status)) throw failure;
    } finally {
      connection.close();
    }
    await sleep(pause * (0.75 + Math.random() / 2), options.signal).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

const isPassing = (status: number) => status === 429 || status >= 500;

function committedIn(event: SessionEvent): string | null {
  return event.type === "session-opened" ? (event.event.chain?.commitment ?? null) : null;
}

/** One connection, given up when nothing is heard any more. */
class Connection {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #stop = () => this.#controller.abort(this.#outer?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.#stop();
    outer?.addEventListener("abort", this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async open(of: Followed, after: number): Promise<Response> {
    this.alive();
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (after) headers["Last-Event-ID"] = String(after);
    const request = new Request(`${of.url}/v1/sessions/${of.session}/events`, { headers, signal: this.signal, cache: "no-store" });
    const response = await of.sender.send(signed(of.sender, request));
    if (!response.ok) throw problemIn(response, await response.json().catch(() => null));
    return response;
  }

  readonly alive = () => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Error("nothing is heard of the service")), SILENCE);
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#stop);
    this.#controller.abort();
  }
}

async function* heard(body: ReadableStream<Uint8Array>, connection: Connection): AsyncGenerator<SessionEvent | OpenQuestions> {
  for await (const { event, data } of frames(body, connection.alive)) {
    if (event === "question") yield { type: "question", items: (JSON.parse(data) as Schema<"Questions">).items };
    else yield JSON.parse(data) as SessionEvent;
  }
}
