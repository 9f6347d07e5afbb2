export { createUmpire, type Options, type Sending, type Umpire } from "./umpire.js";
export type { FollowOptions, OpenQuestions } from "./follow.js";
export { inMemory, inStorage, type Note, type Notes } from "./notes.js";
export type { Player } from "./play.js";
export { Problem, Unreachable } from "./problem.js";
export { newKey } from "./sending.js";
export type * from "./types.js";
export { verifyExport, type CheckedAction, type Compared, type Die, type Verified } from "./verify.js";
export * as umpire1 from "./umpire-1.js";
