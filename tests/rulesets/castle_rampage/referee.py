"""A second Castle Rampage, from the rulebook alone: plain lists of names, one method a rule, no line of the service.

It is told what chance and players did: how cards were shuffled, which moves were made, what was chosen, in order.
"""

from collections import deque


class Referee:
    """All zones of a whole game; `cards` are plain dicts by name, `left_open` what the sources do not tell."""

    def __init__(self, cards, left_open):
        self.cards, self.open = cards, left_open
        self.pile = [name for name, card in cards.items() for _ in range(card["copies"])]
        self.hand, self.aside, self.front = {1: [], 2: []}, {1: [], 2: []}, {1: [], 2: []}
        self.stack = {(seat, where): [] for seat in (1, 2) for where in ("gate", "castle")}
        self.discard, self.table = [], []
        self.acting, self.turn, self.winner, self.dealt = None, 0, None, 0
        self.played = self.reinforced = False
        self.chance, self.chosen = deque(), deque()

    def all_cards(self):
        """Every card, wherever it is."""
        hands = [name for zone in (self.hand, self.aside, self.front) for seat in (1, 2) for name in zone[seat]]
        return sorted([*self.pile, *hands, *(n for each in self.stack.values() for n in each), *self.discard])

    def told(self, chance, chosen):
        self.chance, self.chosen = deque(chance), deque(chosen)

    def mix(self, names):
        if len(names) < 2:
            return list(names)
        order = self.chance.popleft()
        assert sorted(order) == list(range(len(names)))
        return [names[at] for at in order]

    def open_game(self, seat):
        self.start = self.chance.popleft()[0] if seat is None else seat
        self.pile = self.mix(self.pile)
        self.deal()

    def deal(self):
        self.dealt += 1
        for seat in (self.start, 3 - self.start):
            self.aside[seat] += self.hand[seat]
            self.hand[seat] = []
            while len(self.hand[seat]) < 5:
                name = self.pile.pop(0)
                (self.discard if self.cards[name]["purple"] else self.hand[seat]).append(name)

    def lay(self, seat, where, name):
        self.hand[seat].remove(name)
        self.stack[seat, where].append(name)
        if self.turn:
            assert seat == self.acting
            assert not self.reinforced
            assert self.open["any_time"] or not self.played
            self.reinforced = True
            return
        assert len(self.stack[seat, where]) <= 2 * self.dealt
        if all(len(each) == 2 * self.dealt for each in self.stack.values()):
            if self.dealt == 1:
                self.deal()
                return
            for each in (1, 2):
                self.hand[each], self.aside[each] = self.aside[each] + self.hand[each], []
            if self.discard:
                self.pile, self.discard = self.mix([*self.pile, *self.discard]), []
            self.begin_turn(self.start)

    def begin_turn(self, seat):
        self.turn, self.acting, self.played, self.reinforced = self.turn + 1, seat, False, False
        self.draw(seat, 1 if self.turn == 1 else 2)

    def draw(self, seat, count):
        for _ in range(count):
            if not self.pile and self.discard and self.open["reshuffle"]:
                self.pile, self.discard = self.mix(self.discard), []
            if self.pile:
                self.hand[seat].append(self.pile.pop(0))

    def choose(self):
        return self.chosen.popleft()

    def throw_away(self, seat, name):
        self.hand[seat].remove(name)
        self.discard.append(name)

    def end_turn(self, seat):
        assert seat == self.acting
        while self.open["limit"] is not None and len(self.hand[seat]) > self.open["limit"]:
            self.throw_away(seat, self.choose())
        self.begin_turn(3 - seat)

    def play(self, seat, name, from_front):
        assert seat == self.acting
        (self.front if from_front else self.hand)[seat].remove(name)
        self.played, card, strength = True, self.cards[name], self.cards[name]["attack"]
        if plan := card["scheme"]:
            strength = plan["attack"]
            for symbol in plan["units"]:
                unit = self.choose()
                assert symbol in self.cards[unit]["units"]
                self.throw_away(seat, unit)
            if plan["bonus"] and (unit := self.choose()):
                assert plan["bonus"] in self.cards[unit]["units"]
                self.throw_away(seat, unit)
                strength += plan["bonus_attack"]
        for _ in range(card["cost"]):
            self.throw_away(seat, self.choose())
        for effect in card["when_played"]:
            if not self.winner:
                self.take_effect(seat, effect)
        if strength and not self.winner:
            where = self.attack(seat, name, strength)
        else:
            where = "front" if card["permanent"] else "discard"
        {"front": self.front[seat], "hand": self.hand[seat], "discard": self.discard}[where].append(name)

    def take_effect(self, seat, effect):
        other = 3 - seat
        match effect["effect"]:
            case "draw":
                self.draw(seat, effect["amount"])
            case "discard-permanent":
                self.drop_permanent(other)
            case "destroy-top-of" if self.stack[other, effect["structure"]]:
                self.discard.append(self.stack[other, effect["structure"]].pop(0))
                if not self.stack[other, "castle"] and self.open["any_cause"]:
                    self.winner = seat

    def drop_permanent(self, seat):
        kinds = sorted(set(self.front[seat]))
        if kinds:
            name = self.choose()
            assert name in kinds
            self.front[seat].remove(name)
            self.discard.append(name)

    def attack(self, seat, name, strength):
        """Where the attack card goes: `discard`, `hand` or `front`."""
        other, card = 3 - seat, self.cards[name]
        gate, castle = self.stack[other, "gate"], self.stack[other, "castle"]
        to_castle, had_castle = card["bypasses_gate"], bool(castle)
        if to_castle and gate and self.open["choice"]:
            to_castle = self.choose() == "castle"
        while True:
            where = "castle" if to_castle or not gate else "gate"
            target = self.stack[other, where]
            if not target:
                self.winner = seat
                return "discard"
            found, defense = target[0], self.cards[target[0]][where]
            if defense > strength:
                return self.open["veteran"] if card["survives_repel"] else "discard"
            was_last, is_tie = where == "castle" and len(castle) == 1, defense == strength
            self.discard.append(target.pop(0))
            strength -= defense
            over = is_tie
            effect = self.cards[found]["when_destroyed"] if self.cards[found]["purple"] else {"effect": "none"}
            if not was_last or self.open["last_purple"]:
                strength, ended = self.purple(seat, found, effect, strength, is_tie)
                over = over or ended
            if not castle and (was_last or self.open["any_cause"]):
                self.winner = seat
                return "discard"
            if over or (had_castle and not castle):
                return "discard"

    def purple(self, attacker, name, effect, strength, is_tie):
        """The strength that is left, and whether the attack is over, after the effect of a destroyed card."""
        defender, amount = 3 - attacker, effect.get("amount") or 0
        match effect["effect"]:
            case "end-attack" | "destroy-attack-card":
                return strength, True
            case "change-remaining-attack" if not is_tie:
                strength = max(0, strength + amount)
                return strength, strength == 0
            case "destroy-top-of" if self.stack[defender, effect["structure"]]:
                self.discard.append(self.stack[defender, effect["structure"]].pop(0))
            case _:
                self.between_hands(attacker, name, effect["effect"], amount)
        return strength, False

    def between_hands(self, attacker, name, effect, amount):
        defender = 3 - attacker
        match effect:
            case "attacker-discards-hand" if self.cards[name]["at_random"]:
                for lost in self.mix(sorted(self.hand[attacker]))[:amount]:
                    self.throw_away(attacker, lost)
            case "attacker-discards-hand":
                for _ in range(min(amount, len(self.hand[attacker]))):
                    self.throw_away(attacker, self.choose())
            case "defender-takes-card":
                for taken in self.mix(sorted(self.hand[attacker]))[:1]:
                    self.hand[attacker].remove(taken)
                    self.hand[defender].append(taken)
            case "defender-draws":
                self.draw(defender, amount)
            case "draw":
                self.draw(attacker, amount)
            case "discard-permanent":
                self.drop_permanent(attacker)
