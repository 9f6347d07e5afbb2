// The few parts of Foundry's globals (v12 and v13) that this module uses, written by hand from its public API. They are not the
// types of Foundry: what is not used here is not described.

interface FoundryUser {
  id: string;
  name: string;
  isGM: boolean;
  active: boolean;
  targets: Set<FoundryToken>;
}

interface FoundryActor {
  uuid: string;
  name: string;
  isOwner: boolean;
  system: Record<string, unknown>;
  update(changes: Record<string, unknown>): Promise<unknown>;
  toggleStatusEffect(status: string, options: { active: boolean; overlay: boolean }): Promise<unknown>;
}

interface FoundryTokenDocument {
  id: string;
  name: string;
  x: number;
  y: number;
  actor: FoundryActor | null;
  getFlag(scope: "umpire", key: string): unknown;
  update(changes: Record<string, unknown>, options?: Record<string, unknown>): Promise<unknown>;
}

interface FoundryToken {
  id: string;
  name: string;
  center: { x: number; y: number };
  actor: FoundryActor | null;
  document: FoundryTokenDocument;
}

interface FoundryRoll {
  terms: { results?: { result: number }[] }[];
  evaluate(): Promise<FoundryRoll>;
  toMessage(data: Record<string, unknown>): Promise<unknown>;
}

declare const Roll: {
  new (formula: string): FoundryRoll;
  fromData(data: Record<string, unknown>): FoundryRoll;
};

declare const ChatMessage: {
  create(data: { content: string; whisper?: string[]; speaker?: Record<string, unknown> }): Promise<unknown>;
};

declare const Hooks: {
  on(name: string, hook: (...given: never[]) => unknown): number;
  once(name: string, hook: (...given: never[]) => unknown): number;
};

declare const game: {
  user: FoundryUser;
  users: Iterable<FoundryUser> & { activeGM: FoundryUser | null };
  i18n: { lang: string; localize(key: string): string; format(key: string, data: Record<string, string>): string };
  settings: {
    register(scope: "umpire", key: string, data: Record<string, unknown>): void;
    get(scope: "umpire", key: string): unknown;
    set(scope: "umpire", key: string, value: unknown): Promise<unknown>;
  };
  socket: { emit(event: string, data: unknown): void; on(event: string, heard: (data: never) => void): void };
  dice3d?: { showForRoll(roll: FoundryRoll, user: FoundryUser, synchronize: boolean): Promise<unknown> };
  modules: { get(id: string): { api?: unknown } | undefined };
};

declare const canvas: {
  tokens: { controlled: FoundryToken[]; placeables: FoundryToken[] };
  grid: { measurePath(points: { x: number; y: number }[]): { distance: number } };
  dimensions: { distancePixels: number };
};

declare const CONFIG: {
  Canvas: {
    polygonBackends: Record<
      "sight" | "move",
      { testCollision(from: { x: number; y: number }, to: { x: number; y: number }, options: { type: string; mode: "any" }): boolean }
    >;
  };
};

declare const ui: { notifications: { warn(text: string): void; error(text: string): void; info(text: string): void } };

declare namespace foundry.applications.api {
  interface Button {
    action: string;
    label: string;
    default?: boolean;
    callback?(event: Event, button: HTMLButtonElement): unknown;
  }
  const DialogV2: {
    wait(options: { window: { title: string }; content: string; buttons: Button[]; rejectClose: boolean }): Promise<unknown>;
  };
}
