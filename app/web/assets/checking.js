// @ts-check
// A setup is checked as somebody types: a moment after the last change, and one request at a time.

/** Milliseconds without a change before the service is asked. */
const PAUSE = 300;

/** What is asked again and again about what changes; only the answer about the newest counts. @template Order */
export class Checking {
  /** @param {(order: Order) => Promise<() => void>} ask asks the service; what it returns shows what was answered */
  constructor(ask) {
    this.ask = ask;
    /** @type {Order | null} */
    this.wanted = null;
    this.timer = 0;
    this.isBusy = false;
    /** How often something else was wanted. */
    this.round = 0;
  }

  /** Something else is to be asked about, soon. @param {Order} order */
  want(order) {
    this.wanted = order;
    this.round += 1;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.go(), PAUSE);
  }

  /** There is nothing to ask about; what is answered meanwhile counts no more. */
  leave() {
    this.wanted = null;
    this.round += 1;
    clearTimeout(this.timer);
  }

  async go() {
    if (this.isBusy || this.wanted === null) return;
    const { wanted, round } = this;
    this.isBusy = true;
    this.wanted = null;
    document.body.classList.add("checking");
    const show = await this.ask(wanted);
    this.isBusy = false;
    document.body.classList.remove("checking");
    if (this.round === round) show();
    else void this.go();
  }
}
