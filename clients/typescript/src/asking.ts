// Asking again: for what changes one document at a time, and where bodies cannot be read as they come (React Native).

import type { Followed, OpenQuestions } from "./follow.js";
import { problemIn } from "./problem.js";
import { deliver, type Sender } from "./sending.js";
import type { Schema, Session, SessionEvent } from "./types.js";

const WAIT = 25; // seconds, the most that the service waits

/** A document, at once and again whenever it has changed. */
export async function* watched<Document>(sender: Sender, url: string, signal?: AbortSignal): AsyncGenerator<Document> {
  let etag = "";
  for (;;) {
    const at = etag ? `${url}?wait=${WAIT}` : url;
    const response = await asked(sender, at, signal, etag ? { "If-None-Match": etag } : {});
    if (response.status === 304) continue;
    etag = response.headers.get("ETag") ?? "";
    yield (await response.json()) as Document;
  }
}

/** The events of a session and the open questions, as the stream has them. */
export async function* polled(of: Followed, from: { after: number; texts: boolean }, signal: AbortSignal): AsyncGenerator<SessionEvent | OpenQuestions> {
  const at = `${of.url}/v1/sessions/${of.session}`;
  const texts = from.texts ? "&texts=true" : "";
  let [last, told] = [from.after, ""];
  for await (const session of watched<Session>(of.sender, at, signal)) {
    for (let next: string | null = ""; next !== null && last < session.seq; ) {
      const page: Schema<"EventPage"> = await read(of.sender, `${at}/events?after=${last}&limit=200${texts}`, signal);
      for (const event of page.items as SessionEvent[]) {
        last = event.seq;
        yield event;
      }
      next = page.next;
    }
    const open: Schema<"Questions"> = await read(of.sender, `${at}/questions?limit=200`, signal);
    if (told !== JSON.stringify(open)) yield { type: "question", items: open.items };
    told = JSON.stringify(open);
    if (session.status === "closed") return;
  }
}

async function read<Document>(sender: Sender, url: string, signal: AbortSignal): Promise<Document> {
  return (await asked(sender, url, signal, {})).json() as Promise<Document>;
}

async function asked(sender: Sender, url: string, signal: AbortSignal | undefined, headers: Record<string, string>): Promise<Response> {
  const response = await deliver(sender, new Request(url, { headers, cache: "no-store", ...(signal && { signal }) }));
  if (!response.ok && response.status !== 304) throw problemIn(response, await response.json().catch(() => null));
  return response;
}
