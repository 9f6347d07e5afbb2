// @ts-check
// The flow of an attack in five requests, each sent from the page to the service itself.

import { newKey, root } from "./api.js";
import { button } from "./controls.js";
import { at, el, redraw, say } from "./dom.js";
import { language, t } from "./text.js";

const address = at("flow").dataset.address;
/** An attack that asks a question, and the options with which it does. */
const { slug, situation, options } = JSON.parse(at("flow").dataset.flow);
const rules = `/v1/rulesets/${slug}`;

/** What the requests before have answered. @type {any[]} */
const answers = [];
const session = () => answers[2];

/** @type {{text: string, method: string, path: () => string, token?: () => string, body?: () => any}[]} */
const FLOW = [
  { text: "dev.step_1", method: "GET", path: () => rules },
  { text: "dev.step_2", method: "POST", path: () => `${rules}/odds`, body: () => ({ situation }) },
  { text: "dev.step_3", method: "POST", path: () => `${rules}/sessions`, body: () => ({ kind: "series", visibility: "unlisted", options, seats: [{ name: "Anton" }, { name: "Beatrix" }] }) },
  { text: "dev.step_4", method: "POST", path: () => `${rules}/attacks`, token: () => session().tokens.host, body: () => ({ session_id: session().id, situation, seats: { attacker: 1, defender: 2 } }) },
  { text: "dev.step_5", method: "POST", path: () => `/v1/sessions/${session().id}/actions/${answers[3].number}/answers`, token: () => session().tokens.seats[1], body: () => ({ seen: answers[3].pending.seen, choice: answers[3].pending.choices[0].choice }) },
];

/** The request as it is typed in a terminal. @param {typeof FLOW[number]} step */
function curl(step) {
  const lines = [`curl -s ${address}${step.path()}`];
  if (step.token) lines.push(`  -H 'Authorization: Bearer ${step.token()}'`);
  if (step.body) lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(step.body())}'`);
  return lines.join(" \\\n");
}

/** @param {number} n */
async function send(n) {
  const step = FLOW[n];
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language };
  if (step.token) headers.Authorization = `Bearer ${step.token()}`;
  if (step.body) Object.assign(headers, { "Content-Type": "application/json", "Idempotency-Key": newKey() });
  const started = performance.now();
  const response = await fetch(root + step.path(), { method: step.method, headers, body: step.body && JSON.stringify(step.body()) });
  const answer = await response.json();
  answers.length = n;
  answers[n] = answer;
  draw();
  const told = `${response.status} · ${Math.round(performance.now() - started)}\u00a0ms`;
  redraw(at(`answer-${n}`), el("p", { class: "hint" }, told), el("pre", { tabindex: "0" }, el("code", {}, JSON.stringify(answer, null, 2))));
  say(told);
}

/** Whether the requests before this one have been answered as it needs. @param {number} n */
const isReady = (n) => n < 3 || (n === 3 ? Boolean(answers[2]?.id) : Boolean(answers[3]?.pending));

function draw() {
  for (const [n, step] of FLOW.entries()) {
    redraw(at(`step-${n}`), el("p", {}, t(step.text)), isReady(n) && el("pre", { tabindex: "0" }, el("code", {}, curl(step))), // what is printed works
      isReady(n) ? button({ key: `send-${n}`, kind: "secondary", text: t("dev.send"), do: () => void send(n) }) : el("p", { class: "hint" }, t("dev.first", { n })));
  }
}

redraw(at("flow"), FLOW.map((_, n) => el("li", {}, el("div", { id: `step-${n}` }), el("div", { id: `answer-${n}`, class: "answer" }))));
draw();
document.body.classList.add("ready");
