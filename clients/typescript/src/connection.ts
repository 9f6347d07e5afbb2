// A stream that is taken up again after lost connections and restarts of the service.

import { Problem, problemIn } from "./problem.js";
import { signed, sleep, type Sender } from "./sending.js";
import { frames, type Frame } from "./stream.js";

const SILENCE = 45_000; // milliseconds; the service says something every 15 seconds
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 15_000;

/** What is followed, and how it goes on. */
export interface Course<Told> {
  sender: Sender;
  url: string;
  /** The `Last-Event-ID` of the next connection; empty at the beginning. */
  point(): string;
  heard(frame: Frame): Told;
  /** The stream says where it is, before it tells anything. */
  reached?(point: string): void;
  /** Whether it was not told before; it counts as told from then on. */
  isNew(told: Told): Promise<boolean>;
  /** Whether nothing more will come. */
  isOver(): boolean;
  /** The same by asking again, where bodies cannot be read as they come; without it that fails. */
  asked?(signal: AbortSignal): AsyncGenerator<Told>;
}

class NoStream extends Error {}

/** What a course tells, until it is over, the service answers 204, or the signal is aborted. */
export async function* streamed<Told>(course: Course<Told>, signal?: AbortSignal): AsyncGenerator<Told> {
  let pause = FIRST_PAUSE;
  while (!signal?.aborted) {
    const connection = new Connection(signal);
    try {
      const response = await connection.open(course);
      if (response.status === 204) return;
      for await (const told of response.body ? heard(course, response.body, connection) : asked(course, connection)) {
        pause = FIRST_PAUSE;
        if (await course.isNew(told)) yield told;
      }
      if (course.isOver() || !response.body) return;
    } catch (failure) {
      if (signal?.aborted) return;
      if (failure instanceof NoStream || (failure instanceof Problem && !isPassing(failure.status))) throw failure;
    } finally {
      connection.close();
    }
    await sleep(pause * (0.75 + Math.random() / 2), signal).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

const isPassing = (status: number) => status === 429 || status >= 500;

async function* heard<Told>(course: Course<Told>, body: ReadableStream<Uint8Array>, connection: Connection): AsyncGenerator<Told> {
  for await (const frame of frames(body, connection.alive)) {
    if (frame.data) yield course.heard(frame);
    else course.reached?.(frame.id);
  }
}

function asked<Told>(course: Course<Told>, connection: Connection): AsyncGenerator<Told> {
  if (!course.asked) throw new NoStream("bodies cannot be read here as they come: follow each session by itself");
  return course.asked(connection.signal);
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

  async open(course: Course<unknown>): Promise<Response> {
    this.alive();
    const headers: Record<string, string> = { Accept: "text/event-stream" };
    if (course.point()) headers["Last-Event-ID"] = course.point();
    const request = new Request(course.url, { headers, signal: this.signal, cache: "no-store" });
    const response = await course.sender.send(signed(course.sender, request));
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
