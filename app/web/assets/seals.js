// @ts-check
// Sealed cards: only their digest leaves this browser; card and salt are kept here until the card is turned up.

import { bytes, hex, privateDigest } from "./fairness.js";
import { keepSent, sentOf } from "./store.js";

const text = new TextEncoder();

/** @typedef {{card: any, salt: string}} Sealed */

/** A card with all its fields, in the order in which it is sealed. @param {any} card */
function whole({ card = null, gate_defense, castle_defense, purple = false, effect = {} }) {
  const { effect: kind = "none", amount = null, structure = null } = effect;
  return { card, gate_defense, castle_defense, purple, effect: { effect: kind, amount, structure } };
}

/** The digest of a card with its salt. @param {any} card @param {string} salt in hex */
export async function sealOf(card, salt) {
  return hex(await privateDigest(bytes(salt), text.encode(JSON.stringify(whole(card)))));
}

/** Seals a card, and keeps what it takes to show it. @param {string} session @param {any} card @returns {Promise<string>} its digest */
export async function sealed(session, card) {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  const seal = await sealOf(card, salt);
  keepSent(`sealed:${session}`, { ...sentOf(`sealed:${session}`), [seal]: { card: whole(card), salt } });
  return seal;
}

/** What this browser keeps of a sealed card. @param {string} session @param {string} seal @returns {Sealed | null} */
export const keptCard = (session, seal) => sentOf(`sealed:${session}`)?.[seal] || null;
