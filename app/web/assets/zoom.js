// @ts-check
// Which part of a picture is shown: two fingers, the wheel and a double tap change how large, a finger or the mouse where.

const MOST = 6;
const STEP = 2;
/** A pointer that goes farther than so many pixels moves the picture, and taps nothing. */
const TAP = 6;

/** @typedef {{x: number, y: number}} Point in pixels of the window */

/** The part of a picture that is shown; it stays where the next picture has the same size. */
export class Zoom {
  /** @param {HTMLElement} host in which the picture stands @param {() => void} changed */
  constructor(host, changed) {
    this.host = host;
    this.changed = changed;
    /** @type {SVGSVGElement | null} */
    this.field = null;
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    this.scale = 1;
    /** The middle of what is shown, in the lengths of the picture. */
    this.middle = { x: 0.5, y: 0.5 };
    /** @type {Map<number, Point>} the fingers on the picture */
    this.fingers = new Map();
    this.isMoved = false;
    host.addEventListener("pointerdown", (event) => this.put(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) window.addEventListener(type, ({ pointerId }) => this.fingers.delete(pointerId));
    host.addEventListener("click", (event) => { if (this.isMoved) event.stopPropagation(); this.isMoved = false; }, { capture: true });
    host.addEventListener("dblclick", (event) => { if (this.isOn(event)) this.to(this.scale > 1.5 ? 1 : STEP, event); });
    host.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  /** Another picture stands in the host. @param {SVGSVGElement | null} field */
  show(field) {
    this.field = field;
    if (!field) return;
    const { x, y, width, height } = field.viewBox.baseVal;
    const isAlike = width === this.whole.width && height === this.whole.height;
    this.whole = { x, y, width, height };
    if (!isAlike) Object.assign(this, { scale: 1, middle: { x: x + width / 2, y: y + height / 2 } });
    this.draw();
  }

  /** Whether a picture is touched. @param {Event} event */
  isOn({ target }) {
    return Boolean(this.field?.contains(/** @type {Node} */ (target)));
  }

  /** @param {PointerEvent} event */
  put(event) {
    if (!this.isOn(event) || event.button > 0) return;
    this.isMoved = this.isMoved && this.fingers.size > 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move({ pointerId, clientX: x, clientY: y }) {
    const before = this.fingers.get(pointerId);
    if (!before || !this.field) return;
    const other = [...this.fingers].find(([id]) => id !== pointerId)?.[1];
    if (!other && !this.isMoved && Math.hypot(x - before.x, y - before.y) < TAP) return;
    this.fingers.set(pointerId, { x, y });
    if (other) {
      const far = (/** @type {Point} */ point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      this.to(this.scale * (far({ x, y }) / far(before)), { clientX: (x + other.x) / 2, clientY: (y + other.y) / 2 });
    }
    if (other || this.scale > 1) {
      const share = (other ? 0.5 : 1) / this.pixels;
      this.isMoved = true;
      this.middle = { x: this.middle.x - (x - before.x) * share, y: this.middle.y - (y - before.y) * share };
      this.draw();
    }
  }

  /** @param {WheelEvent} event */
  turn(event) {
    const isFixed = document.body.classList.contains("fills"); // else the wheel scrolls the page
    if (!this.isOn(event) || !(isFixed || event.ctrlKey)) return;
    event.preventDefault();
    this.to(this.scale * Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event);
  }

  /** How many pixels a length of the picture is. */
  get pixels() {
    return this.field?.getScreenCTM()?.a || 1;
  }

  /** Shows the picture so many times as large; what lies under the point stays there. @param {number} scale @param {{clientX: number, clientY: number}} point */
  to(scale, { clientX, clientY }) {
    const matrix = this.field?.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const next = Math.min(MOST, Math.max(1, scale));
    const share = this.scale / next;
    this.middle = { x: x + (this.middle.x - x) * share, y: y + (this.middle.y - y) * share };
    this.scale = next;
    this.draw();
  }

  draw() {
    const { whole: { x, y, width, height }, scale, middle, field } = this;
    const [w, h] = [width / scale, height / scale];
    const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ all, /** @type {number} */ part) => Math.min(least + all - part / 2, Math.max(least + part / 2, value));
    this.middle = { x: within(middle.x, x, width, w), y: within(middle.y, y, height, h) };
    field?.setAttribute("viewBox", [this.middle.x - w / 2, this.middle.y - h / 2, w, h].map((value) => value.toFixed(2)).join(" "));
    field?.classList.toggle("zoomed", scale > 1);
    this.changed();
  }
}
