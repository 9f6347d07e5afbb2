// The phone of an evening, played by tests/clients/test_evening.py: it takes a seat and defends, through a restart, and is lost.

import { createInterface } from "node:readline";
import type { ChoiceQuestion } from "umpire-client";
import { restart, umpire } from "./table.js";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const given = async () => JSON.parse((await lines.next()).value as string) as { claims: string[] };
const say = (told: object) => console.log(JSON.stringify(told));

const { umpire: me, player } = await umpire().becomePlayer("Beatrix");
const { claims } = await given();
const seats = await Promise.all(claims.map((claim) => me.claim(claim)));
const paper = await me.post("/v1/players/claims", { body: { minutes: 600, ends_others: true } });
say({ player, paper: paper.claim, seats: seats.map(({ session, seat }) => [session, seat]) });

const asked: string[] = [];
const [match] = seats;
for await (const event of me.followAll()) {
  if (event.type !== "question" || event.session_id !== match?.session) continue;
  const open = event.items.find((item) => "seat" in item && item.seat === 2);
  if (!open) continue;
  const [decision] = (await me.inbox()).filter((each) => each.session_id === match.session);
  const number = decision && "action" in decision.question ? decision.question.action : null;
  const path = { id: event.session_id, number: number ?? 0 };
  const action = await me.get("/v1/sessions/{id}/actions/{number}", { params: { path } });
  await restart();
  const choose = (question: ChoiceQuestion) => {
    asked.push(question.question);
    return question.choices[0]?.choice ?? {};
  };
  const roll = () => {
    asked.push("roll");
    return ["focus", "blank", "evade"];
  };
  const done = await me.play(action as Parameters<typeof me.play>[0], { seats: 2, choose, roll });
  say({ status: done.status, asked });
  break;
}
