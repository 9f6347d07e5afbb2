// What a client notes of each session, so that nobody can show it other dice or another log later.

/** The first commitment and the last head that were seen of a session. */
export interface Note {
  commitment: string | null;
  seq: number;
  /** The hash of the event `seq`; empty where none was seen. */
  head: string;
}

/** Where notes are kept: in memory, or wherever an app keeps what must outlive it. */
export interface Notes {
  get(session: string): Note | null | Promise<Note | null>;
  set(session: string, note: Note): void | Promise<void>;
}

/** Notes that last as long as the program. */
export function inMemory(): Notes {
  const notes = new Map<string, Note>();
  return { get: (session) => notes.get(session) ?? null, set: (session, note) => void notes.set(session, note) };
}

/** Notes in a `localStorage`, or in whatever has its two functions. */
export function inStorage(storage: Pick<Storage, "getItem" | "setItem">): Notes {
  return {
    get: (session) => JSON.parse(storage.getItem(`umpire-note:${session}`) ?? "null") as Note | null,
    set: (session, note) => storage.setItem(`umpire-note:${session}`, JSON.stringify(note)),
  };
}

/** What a document tells of its session's commitment and head. */
interface Telling {
  session: string;
  commitment: string | null;
  seq: number;
  head: string;
}

/** Notes what a document of a session or an action tells; other documents tell nothing. */
export async function noteDocument(notes: Notes, document: unknown): Promise<void> {
  const telling = toldBy(document);
  if (telling) await note(notes, telling);
}

export async function note(notes: Notes, telling: Telling): Promise<void> {
  const before = await notes.get(telling.session);
  const newest = before && before.seq >= telling.seq ? before : telling;
  const after = { commitment: before?.commitment ?? telling.commitment, seq: newest.seq, head: newest.head };
  if (!before || before.seq !== after.seq || before.commitment !== after.commitment) await notes.set(telling.session, after);
}

function toldBy(document: unknown): Telling | null {
  if (typeof document !== "object" || document === null) return null;
  const { id, session_id, seq, head, fairness } = document as Record<string, unknown>;
  const session = session_id ?? id;
  if (typeof session !== "string" || typeof seq !== "number" || typeof head !== "string") return null;
  const commitment = (fairness as { commitment?: unknown } | undefined)?.commitment;
  return { session, seq, head, commitment: typeof commitment === "string" ? commitment : null };
}
