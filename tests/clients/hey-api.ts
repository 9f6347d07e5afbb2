import { answerQuestion, attackXWing, listEvents } from "./hey";
import { client } from "./hey/client.gen";
import type { AnswerRequest, EventShown, ProblemDocument, Question, XWingAttackAction, XWingAttackRequest } from "./hey";

export async function attack(): Promise<string[]> {
  const { data, error } = await attackXWing({
    body: {
      situation: {
        attacker: { id: "red-5", agility: 2, hull: 4, tokens: { focus: 1 } },
        weapon: { value: 3 },
        attack_range: 1,
        defender: { id: "black-2", agility: 3, hull: 3 },
      },
    },
  });
  if (!data) throw new Error(explained(error));
  const costs: string[] = [];
  for (const entry of data.record) {
    if (entry.kind === "chose" && entry.question === "modify-attack-dice") costs.push(String(entry.choice.use));
    else costs.push(entry.text);
  }
  return costs;
}

function explained(problem: ProblemDocument): string {
  return problem.code === "stale" && problem.pending ? problem.pending.text : problem.detail;
}

export function used(question: Question): string {
  if (question.kind === "choice" && question.question === "modify-defense-dice") {
    return JSON.stringify(question.context.defense_dice) + question.choices[0]?.text;
  }
  return question.text;
}

export async function answer(action: XWingAttackAction): Promise<string> {
  const path = { id: action.session_id, number: action.number };
  const { data } = await answerQuestion({ path, body: { seen: 1, choice: { use: "done" } } });
  return data?.ruleset === "x-wing" && data.kind === "attack" ? String(data.outcome?.destroyed) : (data?.text ?? "");
}

export function again(action: XWingAttackAction): XWingAttackRequest {
  if (!action.outcome) throw new Error(action.text);
  return { situation: { ...action.situation, ...action.outcome.after } };
}

export async function follow(id: string): Promise<EventShown[]> {
  const { data } = await listEvents({ path: { id } });
  return (data?.items ?? []).filter((item) => item.event.type === "action-resolved" && item.event.casualties.length > 0);
}

function reply(question: Question): AnswerRequest {
  if (question.kind === "roll") return { seen: question.seen, faces: question.faces.slice(3, 3 + question.count) };
  return { seen: question.seen, choice: question.choices[0]?.choice ?? {} };
}

export async function duel(baseUrl: string): Promise<string> {
  client.setConfig({ baseUrl });
  const made = await attackXWing({
    body: {
      situation: {
        attacker: { id: "red-5", agility: 2, hull: 4, tokens: { focus: 1 } },
        weapon: { value: 3 },
        attack_range: 1,
        defender: { id: "black-2", agility: 3, hull: 3, tokens: { evade: 1 } },
      },
      dice: { source: "physical" },
      policies: { attacker: "ask", defender: "ask" },
    },
  });
  if (!made.data?.tokens) throw new Error(made.error && explained(made.error));
  const headers = { Authorization: `Bearer ${made.data.tokens.host}` };
  let action: XWingAttackAction = made.data;
  while (action.pending) {
    const path = { id: action.session_id, number: action.number };
    const { data, error } = await answerQuestion({ path, headers, body: reply(action.pending) });
    if (data?.ruleset !== "x-wing" || data.kind !== "attack") throw new Error(error && explained(error));
    action = data;
  }
  return `${action.status}: ${action.text}`;
}
