import createClient from "openapi-fetch";
import type { components, paths } from "./umpire";

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
  if (!data) throw new Error(error.detail);
  for (const entry of data.record) {
    if (entry.kind === "noted" && entry.fact === "threshold-set") return entry.data.threshold;
  }
  return data.outcome ? data.outcome.kills : 0;
}

export async function answer(action: components["schemas"]["OpenForcesAttackAction"]): Promise<void> {
  if (!action.pending || !action.tokens) return;
  const { data } = await client.POST("/v1/sessions/{id}/actions/{number}/answers", {
    params: { path: { id: action.session_id, number: action.number } },
    headers: { Authorization: `Bearer ${action.tokens.host}` },
    body:
      action.pending.kind === "roll"
        ? { seen: action.pending.seen, faces: action.pending.faces.slice(0, action.pending.count) }
        : { seen: action.pending.seen, choice: action.pending.choices[0]?.choice ?? {} },
  });
  if (data?.ruleset === "open-forces" && data.kind === "attack") data.outcome?.after.defender.units.toFixed();
}

export async function command(session: components["schemas"]["SessionDocument"], group: string): Promise<string> {
  const { data, error } = await client.POST("/v1/rulesets/open-forces/sessions/{id}/actions", {
    params: { path: { id: session.id } },
    headers: { Authorization: `Bearer ${session.tokens?.seats["1"]}` },
    body: { seen: session.seq, action: { kind: "command", group } },
  });
  if (!data) throw new Error(error.detail);
  return data.outcome?.result?.reason ?? data.text;
}
