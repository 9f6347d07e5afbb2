// The scheme umpire-1 in its parts, for who checks a single roll or commits entropy for a seat.

export { actionKey, bytes, entropyOf, eventHash, hex, leadsTo, privateDigest, rollsOf, seatCommitment, seedBefore, Stream } from "./generated/fairness.js";
