// Thin stand-ins for Foundry's globals: they keep what the module does to them. They are not Foundry, and do nothing that it would do.

export interface FakeActor extends FoundryActor {
  statuses: string[];
}

export const world = {
  settings: new Map<string, unknown>(),
  messages: [] as { content: string; whisper?: string[] }[],
  warnings: [] as string[],
  emitted: [] as unknown[],
  dialogs: [] as string[],
  shown: [] as unknown[],
  thrown: [] as number[],
  walls: new Set<string>(),
};

export function fakeToken(id: string, x: number, more: { actor?: Partial<FoundryActor>; flags?: Record<string, unknown> } = {}): FoundryToken {
  const actor: FakeActor = {
    uuid: `Actor.${id}`,
    name: id,
    isOwner: true,
    system: {},
    statuses: [],
    update: (changes) => Promise.resolve(Object.assign(actor.system, changes)),
    toggleStatusEffect: (status) => Promise.resolve(actor.statuses.push(status)),
    ...more.actor,
  };
  const document: FoundryTokenDocument = {
    id,
    name: id,
    x,
    y: 0,
    actor,
    getFlag: (_, key) => more.flags?.[key],
    update: (changes) => Promise.resolve(Object.assign(document, changes)),
  };
  return { id, name: id, center: { x, y: 0 }, actor, document };
}

/** The number that a roll shows is its place, from 1, up to the sides of the die. */
class FakeRoll {
  terms: { results: { result: number }[] }[] = [];
  constructor(readonly formula: string) {}
  evaluate(): Promise<this> {
    const [count = 0, sides = 1] = this.formula.split("d").map(Number);
    const results = Array.from({ length: count }, (_, i) => ({ result: world.thrown.shift() ?? (i % sides) + 1 }));
    this.terms = [{ results }];
    return Promise.resolve(this);
  }
  toMessage(data: { flavor: string }): Promise<void> {
    return Promise.resolve(void world.messages.push({ content: data.flavor }));
  }
  static fromData = (data: object) => data;
}

const user: FoundryUser = { id: "gm", name: "GM", isGM: true, active: true, targets: new Set() };
export const player: FoundryUser = { id: "beatrix", name: "Beatrix", isGM: false, active: true, targets: new Set() };
const settings = {
  register: (_: string, key: string, data: { default: unknown }) => world.settings.set(key, data.default),
  get: (_: string, key: string) => world.settings.get(key),
  set: (_: string, key: string, value: unknown) => Promise.resolve(world.settings.set(key, value)),
};
const collides = (type: string) => ({ testCollision: () => world.walls.has(type) });
const DialogV2 = {
  wait(options: { content: string; buttons: { callback(event: null, button: object): unknown }[] }) {
    world.dialogs.push(options.content);
    const button = { form: { elements: { namedItem: () => ({ value: "0" }) } } };
    return Promise.resolve(options.buttons[0]?.callback(null, button));
  },
};

Object.assign(globalThis, {
  game: {
    user,
    users: Object.assign([user, player], { activeGM: user }),
    i18n: { lang: "en", localize: (key: string) => key, format: (key: string, data: object) => `${key} ${Object.values(data).join()}` },
    settings,
    socket: { emit: (_: string, data: unknown) => world.emitted.push(data), on: () => undefined },
    dice3d: { showForRoll: (roll: unknown) => Promise.resolve(world.shown.push(roll)) },
    modules: { get: () => undefined },
  },
  canvas: {
    tokens: { controlled: [], placeables: [] },
    grid: { measurePath: ([a, b]: { x: number }[]) => ({ distance: Math.abs((a?.x ?? 0) - (b?.x ?? 0)) / 100 }) },
    dimensions: { distancePixels: 50 },
  },
  CONFIG: { Canvas: { polygonBackends: { sight: collides("sight"), move: collides("move") } } },
  ChatMessage: { create: (message: { content: string }) => Promise.resolve(world.messages.push(message)) },
  Roll: FakeRoll,
  ui: { notifications: { warn: (told: string) => world.warnings.push(told), error: (told: string) => world.warnings.push(told), info: () => undefined } },
  foundry: { applications: { api: { DialogV2 } } },
});

/** The tokens that stand on the scene, those selected and those targeted. */
export function stand(attackers: FoundryToken[], defenders: FoundryToken[]): void {
  Object.assign(canvas.tokens, { controlled: attackers, placeables: [...attackers, ...defenders] });
  user.targets = new Set(defenders);
  for (const list of [world.messages, world.warnings, world.emitted, world.dialogs, world.shown, world.thrown]) list.length = 0;
  world.walls.clear();
}
