// Server-sent events, read from the body of a response.

/** A frame of a stream; without data it says only where the stream is. */
export interface Frame {
  event: string;
  data: string;
  /** The last `id` of the stream up to this frame; empty before the first. */
  id: string;
}

/** The frames of a stream; comments are left out. `alive` is called whenever anything arrives. */
export async function* frames(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<Frame> {
  let [event, id, told] = ["", "", ""];
  let data: string[] = [];
  for await (const line of lines(body, alive)) {
    if (line === "") {
      if (data.length || id !== told) yield { event: event || "message", data: data.join("\n"), id };
      [event, data, told] = ["", [], id];
      continue;
    }
    const [, name, value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "event") event = value;
    if (name === "data") data.push(value);
    if (name === "id") id = value;
  }
}

async function* lines(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const text = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const parts = (rest + text.decode(value, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) yield part.endsWith("\r") ? part.slice(0, -1) : part;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
