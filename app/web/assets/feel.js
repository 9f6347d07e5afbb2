// @ts-check
// Whose turn it is can be felt: the icon of the tab, a sound, a touch, and a screen that stays awake, as far as a device can.

import { toggle } from "./controls.js";
import { keepWishes, wishes } from "./store.js";
import { t } from "./text.js";

const CAN = { sound: "AudioContext" in window, touch: Boolean(navigator.vibrate) && matchMedia("(pointer: coarse)").matches };

/** Two short tones. */
function ring() {
  const context = new AudioContext();
  for (const [place, pitch] of [523, 659].entries()) {
    const [tone, loud] = [context.createOscillator(), context.createGain()];
    const begin = context.currentTime + place * 0.16;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, begin);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + 0.15);
    tone.connect(loud).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.16);
  }
  setTimeout(() => void context.close(), 600);
}

/** What this device does when it is its player's turn. */
export class Feel {
  constructor() {
    this.isTurn = false;
    this.isOpen = false;
    addEventListener("visibilitychange", () => void this.stayAwake());
  }

  /** @param {boolean} isTurn it is the turn of who holds this device @param {boolean} isOpen the table is open */
  show(isTurn, isOpen) {
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (icon) icon.href = icon.href.replace(/mark(-turn)?\.svg/, isTurn ? "mark-turn.svg" : "mark.svg");
    const { sound, touch } = wishes();
    if (isTurn && !this.isTurn && sound && CAN.sound) ring();
    if (isTurn && !this.isTurn && touch && CAN.touch) navigator.vibrate([60, 60, 60]);
    this.isTurn = isTurn;
    if (this.isOpen !== isOpen) {
      this.isOpen = isOpen;
      void this.stayAwake();
    }
  }

  /** Keeps the screen awake while the table is open; a browser that cannot leaves it. */
  async stayAwake() {
    if (!this.isOpen || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    const lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (!this.isOpen) await lock?.release();
  }

  /** What a player can turn on; what the device lacks is not offered. @param {() => void} drawn */
  wishes(drawn) {
    const now = wishes();
    return /** @type {("sound" | "touch")[]} */ (["sound", "touch"]).filter((name) => CAN[name]).map((name) =>
      toggle({ key: `wish/${name}`, label: t(`play.wish_${name}`), on: Boolean(now[name]), set: (on) => { keepWishes({ ...now, [name]: on }); if (on && name === "sound") ring(); drawn(); } }));
  }
}
