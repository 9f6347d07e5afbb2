// What can go wrong: the service refuses, or it cannot be reached.

import type { ProblemDocument, Question } from "./types.js";

/** A refusal of the service; a refused request has changed nothing. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** The document of the service, with everything that it tells. */
  readonly document: ProblemDocument;

  constructor(document: ProblemDocument) {
    super(document.detail || document.title);
    this.document = document;
  }

  /** The HTTP status. */
  get status(): number {
    return this.document.status;
  }

  /** What kind of problem it is, such as `stale`: programs can rely on it. */
  get code(): string {
    return this.document.code;
  }

  /** The id of the rule that is the reason; null where none is. */
  get rule(): string | null {
    return this.document.rule ?? null;
  }

  /** With the code `stale`: the question that is open now; null where none is. */
  get pending(): Question | null {
    return this.document.pending ?? null;
  }
}

/** No answer came, however often the request was sent. Whether the service did what was asked is not known. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** The key of a POST: sent again with it, the request is done once and no more. */
  readonly key: string | null;

  constructor(key: string | null, cause: unknown) {
    super("The service cannot be reached.", { cause });
    this.key = key;
  }
}

/** The problem in an answer; one is made up where something else than the service answered. */
export function problemIn(response: Response, body: unknown): Problem {
  if (isProblem(body)) return new Problem(body);
  const detail = typeof body === "string" ? body.slice(0, 200) : "";
  return new Problem({ type: "about:blank", title: response.statusText || "No title", status: response.status, detail, code: "unknown" });
}

/** Whether a body tells how the service is, which is an answer with any status: 503 where it cannot do its work. */
export function isHealth(body: unknown): boolean {
  return typeof body === "object" && body !== null && "status" in body && typeof body.status === "string" && !("code" in body);
}

function isProblem(body: unknown): body is ProblemDocument {
  return typeof body === "object" && body !== null && "code" in body && "status" in body;
}
