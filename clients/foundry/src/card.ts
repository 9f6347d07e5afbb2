// The story of an action as a chat card. What comes from anywhere else is escaped: names are the players' own.

import type { AnyAction } from "umpire-client";

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? "");

export function card(action: AnyAction): string {
  const steps = action.record.map((entry) => {
    const rule = "rule" in entry && entry.rule ? `<code>${escaped(entry.rule)}</code> ` : "";
    return `<li>${rule}${escaped(entry.text)}</li>`;
  });
  return `<div class="umpire-card"><p><strong>${escaped(action.text)}</strong></p><details><summary>${action.number}</summary><ol>${steps.join("")}</ol></details></div>`;
}

export async function tell(action: AnyAction): Promise<void> {
  await ChatMessage.create({ content: card(action) });
}
