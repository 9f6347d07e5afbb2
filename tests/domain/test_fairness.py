"""Every vector of `umpire-1`."""

import pytest

from app.domain.dice import D6, Die
from app.domain.fairness import (
    GENESIS,
    ProvableDice,
    Stream,
    action_key,
    earlier_seed,
    event_hash,
    first_block,
    place_in_chain,
    private_digest,
    seat_commitment,
    seed_chain,
    shared_entropy,
)
from tests.conftest import vectors

VECTORS = vectors("fairness")
SESSION = bytes.fromhex(VECTORS["session_id_hex"])
ENTROPY = {int(seat): bytes.fromhex(value) for seat, value in VECTORS["seat_entropy"].items()}
CHAIN = seed_chain(SESSION, bytes.fromhex(VECTORS["last_seed"]), VECTORS["chain_length"])


def test_the_chain_ends_in_its_commitment():
    assert len(CHAIN) == VECTORS["chain_length"] + 1
    assert [seed.hex() for seed in CHAIN[:3]] == [VECTORS["commitment_S0"], VECTORS["S1"], VECTORS["S2"]]
    assert earlier_seed(SESSION, CHAIN[40], 40) == CHAIN[0]


def test_seats_commit_to_their_entropy():
    shown = {str(seat): seat_commitment(SESSION, seat, entropy).hex() for seat, entropy in ENTROPY.items()}
    assert shown == VECTORS["seat_commitments"]


def test_entropy_joins_what_the_seats_gave():
    assert shared_entropy(SESSION, {}).hex() == VECTORS["entropy_no_seats"]
    assert shared_entropy(SESSION, dict(reversed(ENTROPY.items()))).hex() == VECTORS["entropy_both_seats"]


@pytest.mark.parametrize(
    ("name", "number", "seats"), [("action_1_no_seats", 1, {}), ("action_1_both_seats", 1, ENTROPY)]
)
def test_rolls_follow_from_seed_and_place(name, number, seats):
    vector = VECTORS[name]
    key = action_key(SESSION, CHAIN[number], number, shared_entropy(SESSION, seats))
    dice = ProvableDice(key)
    assert key.hex() == vector["key"]
    assert first_block(key, 0).hex() == vector["roll_0_block_0"]
    assert list(dice.throw(D6, 10, index=0)) == vector["roll_0_10_d6_faces"]
    assert list(dice.throw(Die("d8", tuple(range(8))), 4, index=1)) == vector["roll_1_4_below_8"]
    assert list(dice.shuffle(12, index=2)) == vector["roll_2_shuffle_12"]
    assert list(dice.throw(D6, 40, index=3)) == vector["roll_3_40_d6_faces"]
    assert list(dice.throw(Die("d1000", tuple(range(1000))), 5, index=4)) == vector["roll_4_5_below_1000"]


def test_each_action_has_its_own_key():
    vector = VECTORS["action_2_no_seats"]
    key = action_key(SESSION, CHAIN[2], 2, shared_entropy(SESSION, {}))
    assert key.hex() == vector["key"]
    assert list(ProvableDice(key).throw(D6, 2, index=0)) == vector["roll_0_2_d6_faces"]


def test_a_die_with_one_face_reads_nothing():
    stream = Stream(bytes(32), 0)
    assert stream.below(1) == 0
    assert stream.read(32) == first_block(bytes(32), 0)


def test_events_are_chained():
    head, hashes = GENESIS, []
    for body in VECTORS["event_chain"]["bodies"]:
        head = event_hash(head, body.encode())
        hashes.append(head.hex())
    assert hashes == VECTORS["event_chain"]["hashes"]


def test_hidden_parts_have_a_digest():
    vector = VECTORS["private_digest"]
    digest = private_digest(bytes.fromhex(vector["salt"]), vector["bytes"].encode())
    assert digest.hex() == vector["digest"]


@pytest.mark.parametrize(("number", "place"), [(1, (1, 1)), (1024, (1, 1024)), (1025, (2, 1))])
def test_chains_serve_their_share_of_actions(number, place):
    assert place_in_chain(number, 1024) == place
