import createClient from "openapi-fetch";
import type { components, paths } from "./umpire";

type Schemas = components["schemas"];
const client = createClient<paths>({ baseUrl: "http://localhost:8000" });

export async function attack(): Promise<number> {
  const { data, error } = await client.POST("/v1/rulesets/open-forces/attacks", {
    body: {
      situation: {
        attacker: { units: 5, mode: { atk: 1 } },
        defender: { units: 4, mode: { def: 1 } },
        cover: [{ def: 2, touching: 2 }],
      },
      dice: { source: "physical", faces: [[2, 2, 5, 5], [1, 1, 2, 4, 6]] },
      options: { surplus_dice: "owner-choice" },
      answers: [{ question: "remove-surplus-dice", choice: { faces: [1] } }],
    },
  });
  if (!data) throw new Error(error.code + error.detail);
  for (const entry of data.record) {
    if (entry.kind === "noted" && entry.fact === "threshold-set") return Number(entry.data.threshold);
  }
  return data.outcome ? data.outcome.kills : 0;
}

export function reply(question: Schemas["Question"]): Schemas["AnswerRequest"] {
  switch (question.kind) {
    case "roll":
      return { seen: question.seen, faces: question.faces.slice(3, 3 + question.count) };
    case "choice":
      if (question.question === "choose-casualties") {
        return { seen: question.seen, choice: { units: question.choices[0]?.choice.units } };
      }
      return { seen: question.seen, choice: question.choices[0]?.choice ?? {} };
  }
}

export async function answer(action: Schemas["OpenForcesAttackAction"]): Promise<void> {
  if (!action.pending || !action.tokens) return;
  const { data } = await client.POST("/v1/sessions/{id}/actions/{number}/answers", {
    params: { path: { id: action.session_id, number: action.number } },
    headers: { Authorization: `Bearer ${action.tokens.host}` },
    body: reply(action.pending),
  });
  if (data?.ruleset === "open-forces" && data.kind === "attack") data.outcome?.after.defender.units.toFixed();
}

export function again(action: Schemas["XWingAttackAction"]): Schemas["XWingAttackRequest"] {
  if (!action.outcome) throw new Error(action.text);
  return { situation: { ...action.situation, ...action.outcome.after } };
}

export async function command(session: Schemas["SessionDocument"], group: string): Promise<string> {
  const { data, error } = await client.POST("/v1/rulesets/open-forces/sessions/{id}/actions", {
    params: { path: { id: session.id } },
    headers: { Authorization: `Bearer ${session.tokens?.seats["1"]}` },
    body: { seen: session.seq, move: { kind: "command", group } },
  });
  if (!data) throw new Error(error.detail);
  return data.outcome?.result?.reason ?? data.text;
}

export function told(event: Schemas["EventShown"]): string {
  switch (event.event.type) {
    case "action-voided":
      return event.event.reason ?? "";
    case "session-opened":
      return event.event.ruleset;
    default:
      return event.hash;
  }
}

const DUEL: Schemas["XWingAttackRequest"] = {
  situation: {
    attacker: { id: "red-5", agility: 2, hull: 4, tokens: { focus: 1 } },
    weapon: { value: 3 },
    attack_range: 1,
    defender: { id: "black-2", agility: 3, hull: 3, tokens: { evade: 1 } },
  },
  dice: { source: "physical" },
  policies: { attacker: "ask", defender: "ask" },
};

export async function duel(baseUrl: string): Promise<string> {
  const umpire = createClient<paths>({ baseUrl });
  const made = await umpire.POST("/v1/rulesets/x-wing/attacks", { body: DUEL });
  if (!made.data?.tokens) throw new Error(made.error?.detail);
  const headers = { Authorization: `Bearer ${made.data.tokens.host}` };
  let action: Schemas["XWingAttackAction"] = made.data;
  while (action.pending) {
    const { data, error } = await umpire.POST("/v1/sessions/{id}/actions/{number}/answers", {
      params: { path: { id: action.session_id, number: action.number } },
      headers,
      body: reply(action.pending),
    });
    if (data?.ruleset !== "x-wing" || data.kind !== "attack") throw new Error(error?.detail);
    action = data;
  }
  return `${action.status}: ${action.text}`;
}
