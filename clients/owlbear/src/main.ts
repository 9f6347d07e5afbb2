// The page in Owlbear's popover. What comes from anywhere else is shown as text, never as markup.

import OBR from "@owlbear-rodeo/sdk";
import { Problem, type ChoiceQuestion, type Face, type LegalChoice, type RollQuestion } from "umpire-client";
import { Table } from "./table.js";
import { languageOf, text, type Key } from "./texts.js";

const language = languageOf(navigator.language);
const t = (key: Key, n?: number) => text(language, key, n);
const server = new URLSearchParams(location.search).get("server") ?? location.origin;
const table = new Table(OBR, server, localStorage, language);
const page = document.getElementById("page") as HTMLElement;
const tell = (told: string) => void (((document.getElementById("told") as HTMLElement).textContent = told));

let attackers: string[] = [];
let following = new AbortController();

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, told = ""): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = told;
  return made;
}

function button(told: string, pressed: () => Promise<unknown>): HTMLButtonElement {
  const made = element("button", told);
  made.addEventListener("click", () => void attempt(pressed));
  return made;
}

async function attempt(done: () => Promise<unknown>): Promise<void> {
  try {
    await done();
  } catch (failure) {
    refuse(failure);
  }
}

function refuse(failure: unknown): void {
  tell(failure instanceof Problem ? failure.message : t("silent"));
}

function field(key: Key): { row: HTMLElement; value: () => string } {
  const [row, input] = [element("label", t(key)), element("input")];
  row.append(input);
  return { row, value: () => input.value };
}

/** Shows what this browser may do in the room, and follows its session. */
async function show(): Promise<void> {
  following.abort();
  following = new AbortController();
  page.replaceChildren();
  const session = await table.session();
  const place = session ? table.place(session) : null;
  if ((await OBR.player.getRole()) === "GM" && place?.seat !== 0) showLink();
  if (session && !place) showClaim();
  if (!session || !place) return;
  if (place.seat === 0) await showSeats(session);
  showAttack(session, place.seat);
  void attempt(() => table.follow(session, { choose, roll, signal: following.signal }, over, refuse));
}

function showLink(): void {
  const [session, token] = [field("session"), field("token")];
  page.append(session.row, token.row, button(t("link"), () => table.link(session.value(), token.value()).then(show)));
}

function showClaim(): void {
  const claim = field("claim");
  const take = async () => {
    const seat = await table.take(claim.value());
    tell(seat === null ? t("other") : t("taken", seat));
    await show();
  };
  page.append(claim.row, button(t("take"), take));
}

async function showSeats(session: string): Promise<void> {
  const { seats } = await table.umpire(session).get("/v1/sessions/{id}", { params: { path: { id: session } } });
  for (const { seat } of seats) page.append(button(t("seat", seat), async () => tell(await table.claim(session, seat))));
}

function showAttack(session: string, seat: number): void {
  const begin = async () => {
    attackers = await table.selected();
    tell(attackers.length ? t("chosen", attackers.length) : t("nothing"));
  };
  const end = async () => {
    const defenders = await table.selected();
    if (!attackers.length || !defenders.length) return tell(t("nothing"));
    await table.attack(session, attackers, defenders, seat ? undefined : { attacker: 1, defender: 2 });
  };
  page.append(button(t("attackers"), begin), button(t("attack"), end));
}

async function over(attack: Parameters<Table["mark"]>[0]): Promise<void> {
  tell(attack.text);
  if ((await OBR.player.getRole()) === "GM") await table.mark(attack);
}

/** Puts a question above everything else until it is answered. */
function asked<Answer>(told: string, fill: (box: HTMLElement, answer: (answer: Answer) => void) => void): Promise<Answer> {
  return new Promise((resolve) => {
    const box = element("section");
    box.append(element("p", told));
    fill(box, (answer) => {
      box.remove();
      resolve(answer);
    });
    page.prepend(box);
    following.signal.addEventListener("abort", () => box.remove(), { once: true });
  });
}

const choose = (question: ChoiceQuestion) =>
  asked<LegalChoice["choice"]>(question.text, (box, answer) => {
    for (const { choice, text: told } of question.choices) box.append(button(told, async () => answer(choice)));
  });

const roll = (question: RollQuestion) =>
  asked<Face[]>(question.text, (box, answer) => {
    const dice = Array.from({ length: question.count }, () => {
      const die = element("select");
      question.faces.forEach((face, place) => die.append(new Option(String(face), String(place))));
      return die;
    });
    box.append(...dice, button(t("roll"), async () => answer(dice.map((die) => question.faces[Number(die.value)] ?? ""))));
  });

OBR.onReady(() => {
  void attempt(show);
  OBR.room.onMetadataChange(() => void attempt(show));
});
