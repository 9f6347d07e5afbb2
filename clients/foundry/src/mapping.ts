// A situation from what stands on the scene: a template that the GM writes, in which `@` names a value of the scene.

export interface Mapping {
  ruleset: string;
  /** The situation; texts such as `@attacker.actor.system.hp` are replaced by what they name. */
  situation: unknown;
  options?: Record<string, unknown>;
  policies?: Record<string, string>;
  /** Upper limits of the bands of `@range`, in the unit of the scene. */
  bands?: number[];
  /** What is written to the actors after an attack: for each role, paths of the actor and values such as `@after.hull`. */
  apply?: Record<string, Record<string, unknown>>;
  /** The status that a token gets by the fate of its unit. */
  fates?: Record<string, string>;
}

/** What `@` can name. */
export interface Scene {
  attacker: Group;
  defender: Group;
  /** Between the first tokens of both, rounded up, in the unit of the scene. */
  distance: number;
  range: number;
  /** Whether no wall blocks the sight between them, and whether one stands in the way that can be seen through. */
  sight: boolean;
  obstructed: boolean;
}

export interface Group {
  count: number;
  ids: string[];
  name: string;
  actor: FoundryActor | null;
}

/** Open Forces: as many units as tokens are selected, and as are targeted. */
const BEGINNING: Mapping = {
  ruleset: "open-forces",
  situation: {
    attacker: { units: "@attacker.count", unit_ids: "@attacker.ids", mode: { atk: 1 } },
    defender: { units: "@defender.count", unit_ids: "@defender.ids", mode: { def: 1 } },
    line_of_sight: "@sight",
  },
  fates: { killed: "dead" },
};

export function parsed(json: string): Mapping {
  if (!json.trim()) return BEGINNING;
  const mapping = JSON.parse(json) as Mapping;
  if (typeof mapping.ruleset !== "string" || typeof mapping.situation !== "object") throw new Error("ruleset, situation");
  return mapping;
}

/** A template with its names replaced. `{"@if": "@obstructed", "then": …, "else": …}` chooses. */
export function filled(template: unknown, names: object): unknown {
  if (typeof template === "string" && template.startsWith("@")) return valueAt(names, template.slice(1));
  if (Array.isArray(template)) return template.map((each) => filled(each, names));
  if (typeof template !== "object" || template === null) return template;
  const parts = template as Record<string, unknown>;
  if ("@if" in parts) return filled(filled(parts["@if"], names) ? parts["then"] : parts["else"], names);
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, filled(part, names)]));
}

function valueAt(names: object, path: string): unknown {
  let now: unknown = names;
  for (const part of path.split(".")) now = (now as Record<string, unknown> | null | undefined)?.[part];
  if (now === undefined) throw new Error(`@${path}`);
  return now;
}

export function sceneOf(attackers: FoundryToken[], defenders: FoundryToken[], mapping: Mapping): Scene {
  const [from, to] = [attackers[0], defenders[0]];
  if (!from || !to) throw new Error("attacker, defender");
  const distance = Math.ceil(canvas.grid.measurePath([from.center, to.center]).distance);
  const isBlocked = (type: "sight" | "move") =>
    CONFIG.Canvas.polygonBackends[type].testCollision(from.center, to.center, { type, mode: "any" });
  const band = (mapping.bands ?? []).findIndex((limit) => distance <= limit);
  const sight = !isBlocked("sight");
  return {
    attacker: groupOf(attackers),
    defender: groupOf(defenders),
    distance,
    range: band < 0 ? (mapping.bands ?? []).length + 1 : band + 1,
    sight,
    obstructed: sight && isBlocked("move"),
  };
}

function groupOf(tokens: FoundryToken[]): Group {
  return { count: tokens.length, ids: tokens.map((token) => token.id), name: tokens[0]?.name ?? "", actor: tokens[0]?.actor ?? null };
}
