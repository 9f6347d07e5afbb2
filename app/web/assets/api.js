// @ts-check
// Requests to the service itself: in the language of the page, sent again with the same key where the network fails.

import { renew } from "./page.js";
import { language } from "./text.js";

export const root = document.documentElement.dataset.root || "";
const chosen = new URLSearchParams(location.search).get("language");

/** The address of another page, in the language that was chosen by hand, if one was. @param {string} path @param {Record<string, string>} [query] @param {string} [hash] */
export function linked(path, query = {}, hash = "") {
  const all = new URLSearchParams({ ...query, ...(chosen && { language: chosen }) });
  return `${root}${path}${all.size ? `?${all}` : ""}${hash}`;
}

/** What the service refuses: its problem document. */
export class Refusal extends Error {
  /** @param {number} status @param {any} problem */
  constructor(status, problem) {
    super(problem.detail || problem.title || String(status));
    this.status = status;
    this.problem = problem;
  }
}

/** A key that nobody guesses; browsers have getRandomValues without https too. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} ms */
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const WAITS = [300, 1000, 2500];

/**
 * @param {string} method
 * @param {string} path below the root, beginning with /v1
 * @param {{body?: any, token?: string | null, key?: string, signal?: AbortSignal, headers?: Record<string, string>, once?: boolean}} [order]
 * @returns {Promise<Response>}
 */
async function request(method, path, order = {}) {
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language, ...order.headers };
  if (order.token) headers.Authorization = `Bearer ${order.token}`;
  if (method === "POST") {
    headers["Content-Type"] = "application/json";
    headers["Idempotency-Key"] = order.key || newKey();
  }
  const body = order.body === undefined ? undefined : JSON.stringify(order.body);
  for (let tried = 0; ; tried += 1) {
    try {
      const response = await fetch(root + path, { method, headers, body, signal: order.signal, cache: "no-cache" });
      if (response.status !== 503 || order.once || tried >= WAITS.length) return response;
    } catch (failure) {
      if (order.signal?.aborted || order.once || tried >= WAITS.length) throw failure;
    }
    await sleep(WAITS[tried]);
  }
}

/** @param {Response} response */
async function documentOf(response) {
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem);
}

/**
 * @param {string} path
 * @param {{token?: string | null, signal?: AbortSignal}} [order]
 */
export async function get(path, order) {
  return documentOf(await request("GET", path, order));
}

/**
 * @param {string} path
 * @param {{token?: string | null, signal?: AbortSignal}} [order]
 */
export async function getText(path, order) {
  const response = await request("GET", path, order);
  return response.ok ? response.text() : documentOf(response);
}

/**
 * The events of a session's log after one of them, oldest first, each with its type; with `texts` also with its sentences.
 * @param {string} id
 * @param {{token: string | null, after?: number, texts?: boolean}} of
 * @returns {AsyncGenerator<any>}
 */
export async function* eventsOf(id, { token, after = 0, texts = false }) {
  for await (const { type, event } of itemsOf(`/v1/sessions/${id}/events?after=${after}&limit=200${texts ? "&texts=true" : ""}`, { token })) yield { ...event, type };
}

/**
 * The items of a list, page after page.
 * @param {string} path with a query
 * @param {{token?: string | null}} [order]
 * @returns {AsyncGenerator<any>}
 */
export async function* itemsOf(path, order) {
  for (let next = ""; next !== null;) {
    const page = await get(path + (next && `&cursor=${next}`), order);
    yield* page.items;
    next = page.next;
  }
}

/**
 * @param {string} path
 * @param {any} body
 * @param {{token?: string | null, key?: string, signal?: AbortSignal, once?: boolean}} [order]
 */
export async function post(path, body, order) {
  return documentOf(await request("POST", path, { ...order, body }));
}

/** What is answered to a body as text. @param {string} path @param {any} body */
export async function postText(path, body) {
  const response = await request("POST", path, { body });
  return response.ok ? response.text() : documentOf(response);
}

/**
 * A document with its ETag; null where it is still the one that is known.
 * @param {string} path
 * @param {{token?: string | null, etag: string}} order
 */
export async function changed(path, { token, etag }) {
  const response = await request("GET", path, { token, headers: etag ? { "If-None-Match": etag } : undefined, once: Boolean(etag) });
  if (response.status === 304) return null;
  const document = await documentOf(response);
  return { document, etag: response.headers.get("ETag") || "" };
}

/**
 * Reads a document again whenever it changes, until it is told to stop: the service answers once there is news.
 * @param {string} path
 * @param {{token?: string | null, signal: AbortSignal, seen: (document: any) => void, here?: (online: boolean) => void, etag?: string}} order
 *   `etag`: of the document that is known already
 */
export async function follow(path, order) {
  let etag = order.etag || "";
  let isDown = false;
  const wait = path.includes("?") ? "&wait=25" : "?wait=25";
  while (!order.signal.aborted) {
    try {
      const headers = etag ? { "If-None-Match": etag } : undefined;
      const response = await request("GET", etag && !isDown ? path + wait : path, { ...order, headers, once: true });
      if (response.status === 503) throw new Error("busy");
      if (isDown) void renew();
      isDown = false;
      order.here?.(true);
      if (response.status === 304) continue;
      const document = await documentOf(response);
      etag = response.headers.get("ETag") || "";
      order.seen(document);
    } catch (failure) {
      if (order.signal.aborted) return;
      if (failure instanceof Refusal) throw failure;
      isDown = true;
      order.here?.(false);
      await sleep(1000);
    }
  }
}
