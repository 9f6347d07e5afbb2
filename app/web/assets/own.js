// @ts-check
// A setup of one's own where a table is opened: from this browser, a file or a link; what it is stands beside it.

import { armyIn, armyNamed, armyNames, isWhole, keepArmy, unpackedArmy } from "./armies.js";
import { linked } from "./api.js";
import { Asking } from "./asking.js";
import { button } from "./controls.js";
import { el, redraw } from "./dom.js";
import { whyNot } from "./handing.js";
import { EACH } from "./leaving.js";
import { t } from "./text.js";

const OWN = "own:";

/** The choice of a setup of one's own, in the list of those that a rulebook offers. */
export class OwnSetups {
  /**
   * @param {HTMLElement} host where files and links are opened
   * @param {HTMLSelectElement} list the setups to choose from
   * @param {{ruleset: () => string, changed: () => void}} of `changed`: something else is chosen, or known of it
   */
  constructor(host, list, of) {
    this.host = host;
    this.list = list;
    this.of = of;
    this.asking = new Asking(of.changed);
    this.draw();
  }

  /** The army that is chosen; null while another setup is. @returns {import("./armies.js").Army | null} */
  get chosen() {
    const { value } = this.list;
    return value.startsWith(OWN) ? armyNamed(this.of.ruleset(), value.slice(OWN.length)) : null;
  }

  /** Those that this browser keeps, as choices, but for lists of one seat. @param {string | null} before what was chosen before */
  options(before) {
    const names = armyNames(this.of.ruleset()).filter((name) => isWhole(armyNamed(this.of.ruleset(), name)?.setup));
    return names.length > 0 && el("optgroup", { label: t("make.mine") }, names.map((name) =>
      el("option", { value: OWN + name, selected: OWN + name === before }, name)));
  }

  /** How many seats the chosen one has; two while the service has not said it. */
  get seats() {
    const army = this.chosen;
    this.asking.about(this.of.ruleset(), army && { setup: army.setup, options: army.options });
    return this.asking.said?.seats || 2;
  }

  /** The sides of the seats of the chosen one; none while the service has not said them. @returns {(string | null)[]} */
  get sides() {
    return this.asking.said?.sides || [];
  }

  draw() {
    const file = el("input", { type: "file", id: "own-file", accept: ".json,.txt,.xws,application/json" });
    const take = () => this.take(() => this.linked(link.value));
    const link = el("input", { type: "text", id: "own-link", maxlength: 20_000, autocomplete: "off" });
    file.addEventListener("change", () => file.files?.[0] && this.take(() => armyIn(this.of.ruleset(), file.files[0])));
    redraw(this.host, el("details", { class: "fold" }, el("summary", {}, t("make.own")), el("div", { class: "fields" },
      el("div", { class: "field file" }, el("label", { for: "own-file" }, t("make.file")), file),
      el("div", { class: "field line" }, el("label", { for: "own-link" }, t("make.own_link")), link,
        button({ key: "own/link", kind: "secondary", text: t("make.own_take"), do: take })),
      el("a", { href: linked("/make") }, t("make.link_to")))), this.asking.host);
  }

  /** The army of a link. Raises where it carries none of this rulebook. @param {string} link */
  async linked(link) {
    const [address, hash = ""] = link.trim().split("#");
    if (!address.endsWith(`/make/${this.of.ruleset()}`)) throw new SyntaxError("of another rulebook");
    return unpackedArmy(this.of.ruleset(), new URLSearchParams(hash).get("a") || "");
  }

  /** Keeps an army and chooses it; the list of one seat is for where each brings one. @param {() => Promise<import("./armies.js").Army>} read */
  async take(read) {
    try {
      const army = await read();
      const name = army.name || t("make.own");
      keepArmy({ ...army, name });
      this.of.changed();
      const isAll = isWhole(army.setup);
      this.list.value = isAll ? OWN + name : EACH;
      this.list.dispatchEvent(new Event("change", { bubbles: true }));
      if (!isAll) this.asking.tell([t("make.is_list", { name })]);
    } catch (failure) {
      this.asking.tell(whyNot(failure));
    }
  }
}
