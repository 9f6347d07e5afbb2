// Requests that are neither lost nor done twice: a key for each POST, sent again with it where no answer comes.

import { Unreachable } from "./problem.js";

/** Sends one request. */
export type Send = (request: Request) => Promise<Response>;

export interface Sender {
  readonly send: Send;
  readonly token: string | null;
  readonly language: string | null;
  /** Milliseconds in which each try has to be answered; without it as long as it takes. */
  readonly timeout?: number | undefined;
  /** Milliseconds before each further try. */
  readonly waits: readonly number[];
}

const BUSY = [429, 502, 503, 504];
const LONGEST = 30_000; // milliseconds that a Retry-After is waited for

/** A key that nobody guesses; browsers have getRandomValues on plain http too. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends a request as the caller, again and again until it is answered or the waits are used up. */
export async function deliver(sender: Sender, request: Request): Promise<Response> {
  const asked = signed(sender, request);
  for (let tried = 0; ; tried += 1) {
    const wait = sender.waits[tried];
    let pause = wait ?? 0;
    try {
      const response = await sender.send(limited(sender, wait === undefined ? asked : asked.clone()));
      if (!BUSY.includes(response.status) || wait === undefined || isProbe(asked.url)) return response;
      pause = Math.max(pause, secondsIn(response) * 1000);
      if (pause > LONGEST) return response;
      await response.body?.cancel();
    } catch (failure) {
      if (asked.signal?.aborted) throw failure;
      if (wait === undefined) throw new Unreachable(asked.headers.get("Idempotency-Key"), failure);
    }
    await sleep(pause, asked.signal);
  }
}

/** A request that is given up when the sender's time is over. One that waits for a change has the time that it asks for. */
function limited(sender: Sender, request: Request): Request {
  if (sender.timeout === undefined || request.url.includes("wait=")) return request;
  return new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(sender.timeout)]) });
}

/** Whether a request asks how the service is: whatever it tells is the answer, and nothing to wait for. */
function isProbe(url: string): boolean {
  return url.endsWith("/readyz");
}

/** A request with what says who sends it, in which language, and for a POST with its key. */
export function signed(sender: Sender, request: Request): Request {
  const headers = request.headers;
  if (sender.token && !headers.has("Authorization")) headers.set("Authorization", `Bearer ${sender.token}`);
  if (sender.language && !headers.has("Accept-Language")) headers.set("Accept-Language", sender.language);
  if (request.method === "POST" && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", newKey());
  return request;
}

function secondsIn(response: Response): number {
  return Number(response.headers.get("Retry-After")) || 0;
}

/** Waits; throws the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
