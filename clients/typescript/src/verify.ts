// Checking a log: its chain, its seeds and its dice, and whether it is the log that was noted.

import { verify, type Checked, type CheckedAction } from "./generated/verify.js";
import type { Note } from "./notes.js";
import type { Face } from "./types.js";

export type { CheckedAction };

/** A die with all its faces in order, as `GET /v1/rulesets/{slug}` tells it. */
export interface Die {
  die: string;
  faces: Face[];
}

/** How something compares with what was noted. */
export type Compared = "same" | "other" | "not-noted";

export interface Verified extends Checked {
  /** Whether nothing is wrong: chain, seeds and dice agree, and nothing is other than noted. */
  holds: boolean;
  /** The first commitment and the last head that were noted, compared with those of the log. */
  noted: { commitment: Compared; head: Compared };
}

/** Checks the NDJSON export of a session. Whether the rules were followed only `umpire verify` tells. */
export async function verifyExport(exported: string, dice: Die[], note: Note | null = null): Promise<Verified> {
  const checked = await verify(exported, dice);
  const noted = { commitment: comparedCommitment(checked, note), head: comparedHead(exported, note) };
  const holds = checked.chain && checked.fault === null && checked.seeds && checked.dice.wrong === 0 && !Object.values(noted).includes("other");
  return { ...checked, holds, noted };
}

function comparedCommitment(checked: Checked, note: Note | null): Compared {
  if (!note?.commitment) return "not-noted";
  return checked.commitment === note.commitment ? "same" : "other";
}

function comparedHead(exported: string, note: Note | null): Compared {
  if (!note?.head) return "not-noted";
  const line = exported.split("\n", note.seq)[note.seq - 1];
  const at = line ? (JSON.parse(line) as { seq?: number; hash?: string }) : {};
  return at.seq === note.seq && at.hash === note.head ? "same" : "other";
}
