// The table in an Owlbear room: which session is played, who sits where, and attacks from the tokens of the scene.

import type OBR from "@owlbear-rodeo/sdk";
import { createUmpire, inStorage, type Options, type Player, type Schema, type Umpire } from "umpire-client";

/** The parts of Owlbear that the extension uses. */
export type Owlbear = Pick<typeof OBR, "room" | "scene" | "player">;
export type Attack = Schema<"OpenForcesAttackAction">;

/** The keys in the room and in items; everybody in the room can read them, so there are no tokens in them. */
export const SESSION = "org.umpire/session";
export const FATE = "org.umpire/fate";

/** What a browser keeps of a session. Seat 0 is the place of the host. */
interface Place {
  token: string;
  seat: number;
}

export class Table {
  readonly #options: Options;

  constructor(
    readonly owlbear: Owlbear,
    readonly server: string,
    readonly storage: Pick<Storage, "getItem" | "setItem">,
    language?: string,
  ) {
    this.#options = { notes: inStorage(storage), ...(language && { language }) };
  }

  /** The session of this room; null where none is linked. */
  async session(): Promise<string | null> {
    const session = (await this.owlbear.room.getMetadata())[SESSION];
    return typeof session === "string" ? session : null;
  }

  /** Links a series that the GM has opened; the token of the host stays in this browser. */
  async link(session: string, token: string): Promise<void> {
    await createUmpire(this.server, token, this.#options).get("/v1/sessions/{id}", { params: { path: { id: session } } });
    this.#keep(session, { token, seat: 0 });
    await this.owlbear.room.setMetadata({ [SESSION]: session });
  }

  /** The place of this browser at the session. */
  place(session: string): Place | null {
    return JSON.parse(this.storage.getItem(`umpire-place:${session}`) ?? "null") as Place | null;
  }

  #keep(session: string, place: Place): void {
    this.storage.setItem(`umpire-place:${session}`, JSON.stringify(place));
  }

  /** A client that acts as this browser may. */
  umpire(session: string): Umpire {
    return createUmpire(this.server, this.place(session)?.token ?? null, this.#options);
  }

  /** A claim of a seat, to be handed to its player and to nobody else. */
  async claim(session: string, seat: number): Promise<string> {
    const path = { id: session, seat };
    return (await this.umpire(session).post("/v1/sessions/{id}/seats/{seat}/claims", { params: { path }, body: { minutes: 60 } })).claim;
  }

  /** Takes the seat of a claim; null where it is one of another session, or a player's. */
  async take(claim: string): Promise<number | null> {
    const taken = await createUmpire(this.server, null, this.#options).claim(claim.trim());
    if (taken.seat === undefined) return null;
    this.#keep(taken.session, { token: taken.token, seat: taken.seat });
    return taken.session === (await this.session()) ? taken.seat : null;
  }

  /** The tokens that are selected, by their ids. */
  async selected(): Promise<string[]> {
    return (await this.owlbear.player.getSelection()) ?? [];
  }

  /** Open Forces: each token is a unit. The host says which seats attack and defend, a seat attacks itself. */
  async attack(session: string, attackers: string[], defenders: string[], seats?: { attacker: number; defender: number }): Promise<Attack> {
    const situation = {
      attacker: { units: attackers.length, unit_ids: attackers, mode: { atk: 1 } },
      defender: { units: defenders.length, unit_ids: defenders, mode: { def: 1 } },
    };
    return this.umpire(session).post("/v1/rulesets/open-forces/attacks", { body: { session_id: session, situation, ...(seats && { seats }) } });
  }

  /** Answers what is open for the seat of this browser, and tells each attack that is over, until the session is closed. */
  async follow(session: string, player: Omit<Player, "seats">, over: (attack: Attack) => unknown, failed?: (failure: unknown) => unknown): Promise<void> {
    const [umpire, seat] = [this.umpire(session), this.place(session)?.seat ?? 0];
    const read = async (number: number) =>
      (await umpire.get("/v1/sessions/{id}/actions/{number}", { params: { path: { id: session, number } } })) as Attack;
    const { seq } = await umpire.get("/v1/sessions/{id}", { params: { path: { id: session } } });
    const played = new Set<number>();
    for await (const event of umpire.follow(session, { after: seq, ...(player.signal && { signal: player.signal }) })) {
      if (event.type === "action-resolved") await over(await read(event.event.action));
      for (const item of event.type === "question" && seat ? event.items : []) {
        const number = "action" in item ? item.action : null;
        if (typeof number !== "number" || played.has(number)) continue;
        played.add(number);
        const answered = read(number).then((action) => umpire.play(action, { ...player, seats: seat }));
        void answered.catch((failure: unknown) => player.signal?.aborted || failed?.(failure)).finally(() => played.delete(number));
      }
    }
  }

  /** Notes on the tokens what became of their units; only who may change an item can do so. */
  async mark({ casualties }: Attack): Promise<void> {
    const fates = new Map(casualties.map(({ unit, fate }) => [unit, fate]));
    await this.owlbear.scene.items.updateItems([...fates.keys()], (items) => {
      for (const item of items) item.metadata[FATE] = fates.get(item.id);
    });
  }
}
