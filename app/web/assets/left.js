// @ts-check
// Places of a setup that is made are left to their seats: what these may bring, and whether they see what is made before.

import { moduleOf } from "./books.js";
import { isFilled } from "./armies.js";
import { post } from "./api.js";
import { at } from "./dom.js";
import { Leaving, bringOf } from "./leaving.js";

/** @typedef {{setup: any, options: any, bring?: any}} Order what is asked about, and opened */

/** The part of the page about what others bring. */
export class Left {
  /**
   * @param {string} ruleset @param {string} places the field of a setup with a place for each seat; empty: it has none
   * @param {() => void} changed
   */
  constructor(ruleset, places, changed) {
    this.ruleset = ruleset;
    this.places = places;
    if (!places) return;
    const { brings = "", setups = "[]" } = at("left").dataset;
    /** @type {string[]} */
    this.brings = brings.split(" ");
    this.setups = JSON.parse(setups);
    this.leaving = new Leaving(() => ruleset, { changed, isMade: true });
    at("left").addEventListener("change", changed);
  }

  /** The list of each seat, or what stands in its place. @param {any} setup @returns {any[]} */
  placesOf(setup) {
    return this.places ? setup[this.places] : [];
  }

  /** The places that are left, from 0. @param {any} setup */
  in(setup) {
    const places = this.placesOf(setup);
    return [...places.keys()].filter((n) => !isFilled(places[n]));
  }

  /** Shows the fields while there is anything left. @param {any} setup */
  follow(setup) {
    if (!this.leaving) return;
    const [all, left] = [this.placesOf(setup), this.in(setup)];
    at("left").hidden = !left.length;
    at("unseen").parentElement.hidden = all.length - left.length !== 1;
    this.leaving.follow(this.brings || [], left.length > 0, this.setups);
  }

  /** A setup with null in the places that are left, and the limits of what is brought there. @param {Order} order @returns {Promise<Order>} */
  async order({ setup, options }) {
    const left = this.in(setup);
    if (!left.length || !this.leaving) return { setup, options };
    const places = this.placesOf(setup);
    const limits = bringOf(await this.leaving.limits(this.brings || []), places.length);
    const open = { ...setup, [this.places]: places.map((place) => (isFilled(place) ? place : null)) };
    return { setup: open, options, bring: Object.fromEntries(left.map((n) => [n + 1, limits[n + 1]])) };
  }

  /** Whether the list that is made is to be brought face down as well. @param {any} setup */
  isUnseen(setup) {
    return this.placesOf(setup).length - this.in(setup).length === 1 && this.in(setup).length > 0 && at("unseen").checked;
  }

  /**
   * An opening in which all bring, also what is made, which is the list of the first seat. Raises Refusal where that is
   * not within the limits, before anything is opened.
   * @param {Order} made @returns {Promise<{order: Order, list: any}>}
   */
  async unseen({ setup, options }) {
    const { listsIn } = await moduleOf(this.ruleset, "bring", "./bringing/any.js");
    const list = listsIn(structuredClone(setup), {}).find(Boolean);
    const { [this.places]: places, cards, ...rest } = setup;
    const isPlaced = places.some((/** @type {any} */ { groups = [] }) => groups.some((/** @type {any} */ { positions }) => positions?.length));
    const limits = bringOf(await this.leaving?.limits(this.brings || []), places.length);
    const order = { setup: { ...rest, ...(isPlaced ? { placement: "in-turn" } : {}) }, options, bring: limits };
    await post(`/v1/rulesets/${this.ruleset}/setups`, { ...order, bring: { ...limits, 1: { ...limits[1], reserve: list } } });
    return { order, list };
  }

  /** How long there is for an answer, where anything is left. @param {any} setup */
  deadline(setup) {
    return this.leaving && this.in(setup).length ? this.leaving.deadline() : {};
  }
}
