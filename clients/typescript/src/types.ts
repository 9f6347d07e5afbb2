// The documents of the service, as its OpenAPI document describes them, under short names.

import type { components, paths } from "./generated/document.js";

export type { components, paths };

/** A schema of the service's document by its name. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

export type Action = Schema<"Action">;
export type Session = Schema<"SessionDocument">;
export type Question = Schema<"Question">;
/** A question with the session that asks it. */
export type AskedQuestion = Question & { session_id: string };
export type RollQuestion = Schema<"RollQuestion">;
export type ChoiceQuestion = Schema<"ChoiceQuestion">;
export type LegalChoice = Schema<"LegalChoice">;
/** An event of a log with its body; its `type` tells which body it is. */
export type SessionEvent = EventWith<Schema<"LoggedEvent">>;
type EventWith<Body> = Body extends { type: infer Type }
  ? Omit<Schema<"EventShown">, "event" | "type"> & { type: Type; event: Body }
  : never;
export type InboxQuestion = Schema<"InboxQuestion">;
export type ProblemDocument = Schema<"ProblemDocument">;

/** What a client of today can know of every action, whatever its ruleset. */
export type AnyAction = Exclude<Action, Schema<"OtherAction">>;
/** One face of a die: a number, or a word such as `hit`. */
export type Face = number | string;
