// The client: every operation of the service by its path, with its types, and what takes more than one request.

import createClient, { type Client, type MaybeOptionalInit } from "openapi-fetch";
import type { PathsWithMethod } from "openapi-typescript-helpers";
import { watched } from "./asking.js";
import { follow, type FollowOptions, type OpenQuestions } from "./follow.js";
import { inMemory, noteDocument, type Notes } from "./notes.js";
import { play, type Player } from "./play.js";
import { isHealth, problemIn } from "./problem.js";
import { deliver, type Sender } from "./sending.js";
import { followAll, type EventOfOne, type FollowAllOptions, type QuestionsOfOne } from "./several.js";
import type { Action, AnyAction, AskedQuestion, InboxQuestion, paths, Schema, SessionEvent } from "./types.js";
import { verifyExport, type Verified } from "./verify.js";

type Method = "get" | "post" | "patch" | "delete";
type Success = 200 | 201 | 202;
type Told<Responses> = { [Status in keyof Responses & Success]: JsonIn<Responses[Status]> }[keyof Responses & Success];
type JsonIn<Response> = Response extends { content: { "application/json": infer Json } } ? Json : never;
type Document<Path extends keyof paths, Verb extends Method> = paths[Path][Verb] extends { responses: infer Responses } ? Told<Responses> : never;
type Init<Path extends keyof paths, Verb extends Method> = MaybeOptionalInit<paths[Path], Verb>;
type Listed<Path extends keyof paths> = Document<Path, "get"> extends { items: (infer Item)[] } ? Item : never;
type Rest<Of> = undefined extends Of ? [init?: Of & Sending] : [init: Of & Sending];

/** What a request may say beside its parameters and its body. */
export interface Sending {
  /** The key of a POST; drawn anew where it is left out. */
  key?: string;
  signal?: AbortSignal;
}

/** What became of a claim: a seat of a session, or a further token of a player. `umpire` acts with the token. */
export type Claimed = { umpire: Umpire; token: string } & ({ session: string; seat: number; player?: never } | { player: string; session?: never; seat?: never });

/** What a rematch gives: a client for the new seat, with its token. */
export interface Rematch {
  umpire: Umpire;
  token: string;
  session: string;
  seat: number;
}

export interface Options {
  /** Sends the requests in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** The language of texts, such as `de`; without it the environment's. */
  language?: string;
  /** Milliseconds in which each try has to be answered; without it as long as it takes. */
  timeout?: number;
  /** Milliseconds before each further try of a request that was not answered. */
  waits?: readonly number[];
  /** Where the first commitment and the last head of each session are kept. */
  notes?: Notes;
}

const WAITS = [300, 1000, 2500, 5000];

/** A client of the service at `url`, which acts with `token`: of a host, a seat, a player, an API key, or nobody. */
export function createUmpire(url: string, token: string | null = null, options: Options = {}): Umpire {
  return new Umpire(url.replace(/\/+$/, ""), token, options);
}

export class Umpire {
  /** The client of openapi-fetch: its answers have `data`, `error` and `response`, and it throws no problems. */
  readonly client: Client<paths>;
  readonly notes: Notes;
  readonly #sender: Sender;
  readonly #options: Options;

  /** Made by `createUmpire`. */
  constructor(
    readonly url: string,
    token: string | null,
    options: Options,
  ) {
    const { language = null, timeout, waits = WAITS, notes = inMemory() } = options;
    const send = options.fetch ?? ((request: Request) => fetch(request));
    this.notes = notes;
    this.#options = { ...options, notes };
    this.#sender = { send, token, language, timeout, waits };
    this.client = createClient<paths>({ baseUrl: url, fetch: (request) => deliver(this.#sender, request) });
  }

  /** The same client with another token, such as that of a seat, and with texts in another language where it is told. */
  as(token: string | null, options: Pick<Options, "language"> = {}): Umpire {
    return new Umpire(this.url, token, { ...this.#options, ...options });
  }

  get<Path extends PathsWithMethod<paths, "get">>(path: Path, ...rest: Rest<Init<Path, "get">>): Promise<Document<Path, "get">> {
    return this.#asked("GET", path, rest[0]);
  }

  /** Sends a POST with a key, the same in each try. Throws a Problem where the service refuses, Unreachable where it is silent. */
  post<Path extends PathsWithMethod<paths, "post">>(path: Path, ...rest: Rest<Init<Path, "post">>): Promise<Document<Path, "post">> {
    return this.#asked("POST", path, rest[0]);
  }

  /** Sends a PATCH, which changes what it names. */
  patch<Path extends PathsWithMethod<paths, "patch">>(path: Path, ...rest: Rest<Init<Path, "patch">>): Promise<Document<Path, "patch">> {
    return this.#asked("PATCH", path, rest[0]);
  }

  /** Sends a DELETE; what is deleted already is no problem to the service. */
  async delete<Path extends PathsWithMethod<paths, "delete">>(path: Path, ...rest: Rest<Init<Path, "delete">>): Promise<void> {
    await this.#asked("DELETE", path, rest[0]);
  }

  /** Every item of a list, page after page. */
  async *items<Path extends PathsWithMethod<paths, "get">>(path: Path, ...rest: Rest<Init<Path, "get">>): AsyncGenerator<Listed<Path>> {
    const init = rest[0] as { params?: { query?: object } } | undefined;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: object = { ...init?.params?.query, ...(cursor && { cursor }) };
      const page: Page<Listed<Path>> = await this.#asked("GET", path, { ...init, params: { ...init?.params, query } } as Sending);
      yield* page.items;
      cursor = page.next;
    }
  }

  async #asked<Found>(method: Uppercase<Method>, path: string, init: (Sending & { headers?: unknown }) | undefined): Promise<Found> {
    const { key, ...rest } = init ?? {};
    const headers = key ? { ...(rest.headers as Record<string, string>), "Idempotency-Key": key } : rest.headers;
    const ask = this.client.request as unknown as Ask;
    const { data, error, response } = await ask(method.toLowerCase(), path, { ...rest, headers });
    if (!response.ok && !isHealth(error)) throw problemIn(response, error);
    await noteDocument(this.notes, data);
    return (data ?? error) as Found;
  }

  /** Makes a player, one person across sessions and phones; `umpire` acts as the player, and `token` is all that is known of one. */
  async becomePlayer(name: string, sending: Sending = {}): Promise<{ umpire: Umpire; token: string; player: string }> {
    const { player, token } = await this.post("/v1/players", { body: { name }, ...sending });
    return { umpire: this.as(token), token, player };
  }

  /** Takes over the seat of a claim, for a player beside the seat's token; or becomes on this phone the player who made the claim. What does not begin with `umc_` is a code that somebody has said. */
  async claim(claim: string, sending: Sending = {}): Promise<Claimed> {
    const { session_id: session, seat, player, token } = await this.post("/v1/claims", { body: claim.startsWith("umc_") ? { claim } : { code: claim }, ...sending });
    const umpire = this.as(token);
    if (session !== undefined && seat !== undefined) return { umpire, token, session, seat };
    return { umpire, token, player: player ?? "" };
  }

  /** Plays a closed session once more with the seats swapped; `umpire` acts for one's new seat. */
  async rematch(session: string, sending: Sending = {}): Promise<Rematch> {
    const taken = await this.post("/v1/sessions/{id}/rematch", { params: { path: { id: session } }, ...sending });
    return { umpire: this.as(taken.token), token: taken.token, session: taken.session_id, seat: taken.seat };
  }

  /** Every question that waits for the caller, in all sessions of a player or an API key. */
  async inbox(sending: Pick<Sending, "signal"> = {}): Promise<InboxQuestion[]> {
    const found: InboxQuestion[] = [];
    for await (const question of this.items("/v1/questions", sending)) found.push(question);
    return found;
  }

  /** What a session asks the caller: attacks' questions, then those for moves. */
  async questions(session: string): Promise<AskedQuestion[]> {
    const { items } = await this.get("/v1/sessions/{id}/questions", { params: { path: { id: session } } });
    return items.map((question) => ({ ...question, session_id: session }));
  }

  /** Answers a question of `questions` with the `choice` of one of its choices, for dice with their faces; returns the action, for a move the move. */
  async answer(question: AskedQuestion, choice: unknown): Promise<Action> {
    const { answer, seen } = question;
    if (!answer) throw new TypeError("nobody answers this question: it stands in odds of what is not stored");
    return this.#asked("POST", answer.path, { body: { seen, [answer.member]: choice } } as Sending);
  }

  /** An attack or a move in one line for a chat: who, what came of it, how likely that was, and where to check it. */
  async sentence(action: Action): Promise<string> {
    const params = { path: { id: action.session_id, number: action.number }, query: { include: "odds" } };
    const read = action.kind === "attack" && action.status === "resolved";
    const told = (read ? await this.#asked("GET", "/v1/sessions/{id}/actions/{number}", { params } as Sending) : action) as Tellable;
    const [attacker, defender] = [told.situation?.attacker, told.situation?.defender].map((side) => side?.name ?? side?.id);
    const [measure] = Object.values(told.odds?.measures ?? {});
    const [over, under = "1"] = (measure?.probability ?? "").split("/");
    const likely = measure ? ` ${Math.round((100 * Number(over)) / Number(under))} in 100 come to the same.` : "";
    return `${attacker && defender ? `${attacker} → ${defender}: ` : ""}${told.text}${likely} Check: ${this.url}/sessions/${told.session_id}`;
  }

  /** An address with a ticket in it, for an `EventSource` that follows the session as the caller; it is good for 12 hours. */
  async streamUrl(session: string, options: { texts?: boolean } = {}): Promise<string> {
    const { ticket } = await this.post("/v1/sessions/{id}/stream-tickets", { params: { path: { id: session } } });
    const query = new URLSearchParams({ ticket, ...(options.texts && { texts: "true" }) });
    return `${this.url}/v1/sessions/${session}/events?${query}`;
  }

  /** A document at once, and again whenever it has changed; for paths that take `wait`. */
  watch<Path extends PathsWithMethod<paths, "get">>(path: Path, parameters: Record<string, string | number>, signal?: AbortSignal): AsyncGenerator<Document<Path, "get">> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
    return watched(this.#sender, this.url + filled, signal);
  }

  /** The events of a session as they come, each once, and between them the caller's open questions. */
  follow(session: string, options: FollowOptions = {}): AsyncGenerator<SessionEvent | OpenQuestions> {
    return follow({ sender: this.#sender, notes: this.notes, url: this.url, session }, options);
  }

  /** The events of several sessions as one stream; without `sessions` and `references` of all that are the caller's. */
  followAll(options: FollowAllOptions = {}): AsyncGenerator<EventOfOne | QuestionsOfOne> {
    return followAll({ sender: this.#sender, notes: this.notes, url: this.url }, options);
  }

  /** Answers the questions of an action until it is over; returns it as it is then. */
  play<Played extends AnyAction>(action: Played, player: Player<Played>): Promise<Played> {
    const path = (of: Played) => ({ id: of.session_id, number: of.number });
    return play<Played>(
      {
        sender: this.#sender,
        urlOf: (of) => `${this.url}/v1/sessions/${of.session_id}/actions/${of.number}`,
        read: async (of) => (await this.get("/v1/sessions/{id}/actions/{number}", { params: { path: path(of) } })) as Played,
        answer: async (of, body) =>
          (await this.post("/v1/sessions/{id}/actions/{number}/answers", { params: { path: path(of) }, body })) as Played,
      },
      action,
      player,
    );
  }

  /** Checks the whole log of a session with what this client noted of it. */
  async verify(session: string): Promise<Verified> {
    const note = await this.notes.get(session);
    const params = { path: { id: session } };
    const { ruleset } = (await this.#asked("GET", "/v1/sessions/{id}", { params } as Sending)) as Schema<"SessionDocument">;
    const { dice } = await this.get("/v1/rulesets/{slug}", { params: { path: { slug: ruleset } } });
    const query = { format: "ndjson" };
    const exported: string = await this.#asked("GET", "/v1/sessions/{id}/events", { params: { ...params, query }, parseAs: "text" } as Sending);
    return verifyExport(exported, dice, note);
  }
}

/** What a sentence is made of. */
interface Tellable {
  session_id: string;
  text: string;
  situation?: { attacker?: Side; defender?: Side } | null;
  odds?: { measures: Record<string, { probability: string }> } | null;
}
type Side = { name?: string | null; id?: string };
type Ask = (method: string, path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
type Page<Item> = { items: Item[]; next: string | null };
