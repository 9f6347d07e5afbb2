// How tokens become an attack of X-Wing, for the tests.

export const XWING = {
  ruleset: "x-wing",
  bands: [1, 2, 3],
  situation: {
    attacker: { id: "red", name: "@attacker.name", agility: 2, hull: "@attacker.actor.system.hull", tokens: { focus: 1 } },
    weapon: { value: 3 },
    attack_range: "@range",
    obstructed: "@obstructed",
    defender: { id: "black", agility: 3, hull: "@defender.actor.system.hull", tokens: { focus: 1 } },
  },
  apply: { defender: { "system.damage": "@after.damage_cards.length" } },
};
