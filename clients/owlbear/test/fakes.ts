// Stand-ins for the parts of Owlbear's SDK that the extension uses. No test runs Owlbear itself.

import type { Owlbear } from "../src/table.js";

interface FakeItem {
  id: string;
  metadata: Record<string, unknown>;
}

/** A room that several browsers look at, with its items. */
export class FakeRoom {
  metadata: Record<string, unknown> = {};
  readonly items: FakeItem[];

  constructor(...ids: string[]) {
    this.items = ids.map((id) => ({ id, metadata: {} }));
  }

  /** What the browser of one player is given; `selection` is that player's own. */
  seenBy(selection: string[]): Owlbear {
    const found = {
      room: {
        getMetadata: () => Promise.resolve({ ...this.metadata }),
        setMetadata: (update: object) => Promise.resolve(void Object.assign(this.metadata, update)),
      },
      player: { getSelection: () => Promise.resolve(selection) },
      scene: {
        items: {
          updateItems: (ids: string[], update: (items: FakeItem[]) => void) => {
            update(this.items.filter(({ id }) => ids.includes(id)));
            return Promise.resolve();
          },
        },
      },
    };
    return found as unknown as Owlbear;
  }
}

/** A `localStorage` of one browser. */
export function fakeStorage() {
  const kept = new Map<string, string>();
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}
