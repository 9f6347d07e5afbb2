// The published values of the scheme, computed by this package.

import assert from "node:assert/strict";
import { umpire1 } from "umpire-client";
import { fileOf } from "./table.js";

const { actionKey, bytes, entropyOf, eventHash, hex, privateDigest, seatCommitment, seedBefore, Stream } = umpire1;
const text = (value: string) => new TextEncoder().encode(value);
const D6 = [1, 2, 3, 4, 5, 6];

interface Rolls {
  key: string;
  roll_0_block_0: string;
  roll_0_10_d6_faces: number[];
  roll_1_4_below_8: number[];
  roll_2_shuffle_12: number[];
  roll_3_40_d6_faces: number[];
  roll_4_5_below_1000: number[];
}

export async function checkVectors(): Promise<void> {
  const told = JSON.parse(fileOf("tests", "vectors", "fairness.json"));
  const session = bytes(told.session_id_hex);
  const seeds: Uint8Array[] = [bytes(told.last_seed)];
  for (let step = 0; step < told.chain_length; step += 1) seeds.push(await seedBefore(session, seeds.at(-1) as Uint8Array));
  const [s0, s1, s2] = seeds.reverse() as [Uint8Array, Uint8Array, Uint8Array];
  assert.deepEqual([hex(s0), hex(s1), hex(s2)], [told.commitment_S0, told.S1, told.S2]);

  const given: Record<string, Uint8Array> = {};
  for (const [seat, entropy] of Object.entries<string>(told.seat_entropy)) {
    given[seat] = bytes(entropy);
    assert.equal(hex(await seatCommitment(session, Number(seat), bytes(entropy))), told.seat_commitments[seat]);
  }
  const [none, both] = [await entropyOf(session), await entropyOf(session, given)];
  assert.deepEqual([hex(none), hex(both)], [told.entropy_no_seats, told.entropy_both_seats]);
  for (const [entropy, rolls] of [[none, told.action_1_no_seats], [both, told.action_1_both_seats]] as [Uint8Array, Rolls][]) {
    const key = await actionKey(s1, session, 1, entropy);
    assert.equal(hex(key), rolls.key);
    await checkRolls(key, rolls);
  }
  const second = await actionKey(s2, session, 2, none);
  assert.equal(hex(second), told.action_2_no_seats.key);
  assert.deepEqual(await new Stream(second, 0).dice(D6, 2), told.action_2_no_seats.roll_0_2_d6_faces);
  let head: Uint8Array = new Uint8Array(32);
  const heads: string[] = [];
  for (const body of told.event_chain.bodies) heads.push(hex((head = await eventHash(head, text(body)))));
  assert.deepEqual(heads, told.event_chain.hashes);
  const { salt, bytes: value, digest } = told.private_digest;
  assert.equal(hex(await privateDigest(bytes(salt), text(value))), digest);
}

async function checkRolls(key: Uint8Array, rolls: Rolls): Promise<void> {
  const roll = (index: number) => new Stream(key, index);
  const below = async (index: number, n: number, count: number) => {
    const stream = roll(index);
    const found: number[] = [];
    for (let i = 0; i < count; i += 1) found.push(await stream.below(n));
    return found;
  };
  assert.equal(hex(Uint8Array.from(await roll(0).read(32))), rolls.roll_0_block_0);
  assert.deepEqual(await roll(0).dice(D6, 10), rolls.roll_0_10_d6_faces);
  assert.deepEqual(await below(1, 8, 4), rolls.roll_1_4_below_8);
  assert.deepEqual(await roll(2).shuffle(12), rolls.roll_2_shuffle_12);
  assert.deepEqual(await roll(3).dice(D6, 40), rolls.roll_3_40_d6_faces);
  assert.deepEqual(await below(4, 1000, 5), rolls.roll_4_5_below_1000);
}
