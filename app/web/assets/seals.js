// @ts-check
// Sealed cards: only their digest leaves this browser; card and salt are kept here until the card is turned up.

import { bytes, hex, privateDigest } from "./fairness.js";
import { keepSent, sentOf } from "./store.js";

const text = new TextEncoder();

/** @typedef {{card: any, salt: string}} Sealed */

/** The digest of a card, with all its fields in their order, and its salt. @param {any} card @param {string} salt in hex */
export async function sealOf(card, salt) {
  return hex(await privateDigest(bytes(salt), text.encode(JSON.stringify(card))));
}

/** Seals a card, and keeps what it takes to show it. @param {string} session @param {any} card @returns {Promise<string>} its digest */
export async function sealed(session, card) {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  const seal = await sealOf(card, salt);
  keepSent(`sealed:${session}`, { ...kept(session), [seal]: { card, salt } });
  return seal;
}

/** What this browser keeps of a sealed card. @param {string} session @param {string} seal @returns {Sealed | null} */
export const keptCard = (session, seal) => kept(session)[seal] || null;

/** @param {string} session */
const kept = (session) => /** @type {Record<string, Sealed>} */ (sentOf(`sealed:${session}`) || {});

/** All sealed cards that this browser keeps of a session, as text for a link; empty without any. @param {string} session */
export function carried(session) {
  const all = Object.values(kept(session));
  if (!all.length) return "";
  return btoa(String.fromCharCode(...text.encode(JSON.stringify(all)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The cards that a link brought, each with its own digest; none where the link was cut. @param {string} given @returns {Promise<Record<string, Sealed>>} */
export async function brought(given) {
  try {
    const raw = atob(given.replaceAll("-", "+").replaceAll("_", "/"));
    const all = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0))));
    return Object.fromEntries(await Promise.all(all.map(async (/** @type {Sealed} */ { card, salt }) => [await sealOf(card, salt), { card, salt }])));
  } catch {
    return {};
  }
}

/** Keeps cards that were sealed on another device. @param {string} session @param {Record<string, Sealed>} cards */
export const keepBrought = (session, cards) => keepSent(`sealed:${session}`, { ...kept(session), ...cards });
