// Messages of a webhook: whether the service has sent them, by their signature (Standard Webhooks).

const TOLERANCE = 300; // seconds that a message may be old

/** A message that is not from the service, was altered, or is too old: do nothing of what it says. */
export class NotSigned extends Error {}

/** The message in a request to a webhook, whose secret is `whsec_…`; throws NotSigned. `body` is the text as it came. */
export async function verifyWebhook(body: string, headers: Headers | Record<string, string>, secret: string): Promise<unknown> {
  const sent = new Headers(headers);
  const at = sent.get("webhook-timestamp") ?? "";
  if (!/^\d+$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE) throw new NotSigned("the message has no time, or an old one");
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, "")), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const told = new TextEncoder().encode(`${sent.get("webhook-id")}.${at}.${body}`);
  for (const given of (sent.get("webhook-signature") ?? "").split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]+=*$/.test(given)) continue;
    const signature = Uint8Array.from(atob(given.slice(3)), (letter) => letter.charCodeAt(0));
    if (await crypto.subtle.verify("HMAC", key, signature, told)) return JSON.parse(body);
  }
  throw new NotSigned("the signature is not that of the secret");
}
