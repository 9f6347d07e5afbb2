// Questions to the user: a choice with what each is worth, and dice that Foundry rolls.

import type { AnyAction, ChoiceQuestion, Face, LegalChoice, RollQuestion, Schema, Umpire } from "umpire-client";
import { escaped } from "./card.js";
import { text } from "./settings.js";

const played = new Map<string, Promise<AnyAction>>();

/** Plays an action to its end with the questions of these seats put to the user, each once, however often it is asked for. */
export function playHere(umpire: Umpire, action: AnyAction, seats?: readonly number[]): Promise<AnyAction> {
  const key = [action.session_id, action.number, ...(seats ?? [])].join("/");
  const now = played.get(key) ?? umpire.play(action, { ...(seats && { seats }), roll, choose: (question, at) => choose(umpire, question, at) });
  played.set(key, now);
  return now.finally(() => played.delete(key));
}

/** The choice of the user; a dialog that is closed comes again, for the attack waits for its answer. */
export async function choose(umpire: Umpire, question: ChoiceQuestion, action: AnyAction): Promise<LegalChoice["choice"]> {
  const worth = await worthOf(umpire, action);
  const rows = question.choices.map((each, place) => {
    const told = worth.get(JSON.stringify(each.choice));
    const value = told === undefined ? "" : ` <em>${escaped(told)}</em>`;
    return `<label style="display:block"><input type="radio" name="choice" value="${place}" ${place ? "" : "checked"}> ${escaped(each.text)}${value}</label>`;
  });
  for (;;) {
    const chosen = await foundry.applications.api.DialogV2.wait({
      window: { title: text("question") },
      content: `<p>${escaped(question.text)}</p>${rows.join("")}`,
      buttons: [{ action: "ok", label: text("answer"), default: true, callback: (_, button) => chosenIn(button) }],
      rejectClose: false,
    });
    const choice = question.choices[Number(chosen ?? Number.NaN)]?.choice;
    if (choice) return choice;
  }
}

function chosenIn(button: HTMLButtonElement): string {
  return (button.form?.elements.namedItem("choice") as RadioNodeList | null)?.value ?? "0";
}

/** What each choice of the open question is worth, in words; nothing where that cannot be computed. */
async function worthOf(umpire: Umpire, action: AnyAction): Promise<Map<string, string>> {
  const path = { id: action.session_id, number: action.number };
  const worth = new Map<string, string>();
  try {
    const odds: Schema<"QuestionOdds"> = await umpire.get("/v1/sessions/{id}/actions/{number}/odds", { params: { path } });
    for (const { choice, means } of odds.choices ?? []) {
      const mean = means[odds.best_by ?? ""];
      if (mean) worth.set(JSON.stringify(choice), `${odds.best_by} ${mean.decimal.toFixed(2)}`);
    }
  } catch {
    return worth;
  }
  return worth;
}

/** Dice that Foundry rolls, as the faces of the ruleset's die: side n shows `faces[n − 1]`. */
export async function roll(question: RollQuestion): Promise<Face[]> {
  const rolled = await new Roll(`${question.count}d${question.faces.length}`).evaluate();
  const results = rolled.terms.flatMap((term) => term.results ?? []);
  const faces = results.map(({ result }) => question.faces[result - 1] ?? "");
  await rolled.toMessage({ flavor: `${escaped(question.text)} ${faces.map((face) => escaped(String(face))).join(", ")}` });
  return faces;
}

/** Shows the dice of the service as Foundry's, where Dice So Nice is there; of those that are hidden from the user the card alone tells. */
export async function showDice(umpire: Umpire, action: AnyAction): Promise<void> {
  if (!game.dice3d) return;
  const { dice } = await umpire.get("/v1/rulesets/{slug}", { params: { path: { slug: action.ruleset } } });
  for (const entry of action.record) {
    if (entry.kind !== "rolled" || entry.source !== "service") continue;
    const sides = dice.find((die) => die.die === entry.die)?.faces ?? [];
    if (!Array.isArray(entry.faces)) continue;
    const results = entry.faces.map((face) => ({ result: sides.indexOf(face as never) + 1, active: true }));
    if (results.some(({ result }) => result < 1)) continue;
    const term = { class: "Die", number: results.length, faces: sides.length, results, evaluated: true };
    const total = results.reduce((sum, { result }) => sum + result, 0);
    const shown = Roll.fromData({ class: "Roll", formula: `${results.length}d${sides.length}`, terms: [term], total, evaluated: true });
    await game.dice3d.showForRoll(shown, game.user, true);
  }
}
