// @ts-check
// Server-sent events, read by fetch: EventSource sends no header, and never says why it failed.

import { root } from "./api.js";

/** How long a line may be silent: the service says something more often. */
const SILENT = 45000;

/**
 * Hears the events of a path until the line breaks, the service ends the stream, or the signal ends it.
 * @param {string} path
 * @param {{signal: AbortSignal, opened: () => void, heard: (data: any, type: string) => void}} of
 *   `opened`: from now on nothing is missed
 */
export async function hear(path, { signal, opened, heard }) {
  const broken = new AbortController();
  const end = () => broken.abort();
  signal.addEventListener("abort", end);
  let silence = 0;
  const alive = () => {
    clearTimeout(silence);
    silence = window.setTimeout(end, SILENT);
  };
  try {
    alive();
    const response = await fetch(root + path, { headers: { Accept: "text/event-stream" }, cache: "no-store", signal: broken.signal });
    if (response.status !== 200 || !response.body) throw new Error(`no stream: ${response.status}`);
    opened();
    const reader = response.body.getReader();
    const text = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const all = (rest + text.decode(value, { stream: true })).split("\n\n");
      rest = all.pop() || "";
      for (const frame of all) tell(frame, heard);
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
  }
}

/** @param {string} frame @param {(data: any, type: string) => void} heard */
function tell(frame, heard) {
  /** @type {Record<string, string>} */
  const fields = Object.fromEntries(frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
  if (fields.data) heard(JSON.parse(fields.data), fields.event || "message");
}
