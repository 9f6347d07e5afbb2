// @ts-check
// The options of a ruleset, made from what the service tells of them.

import { fold, select } from "../controls.js";
import { t, word } from "../text.js";
import { described as drawn } from "./described.js";

/** What a value of an option is called, which may be a side. @param {string} value */
function toldOf(value) {
  const told = word("value", value);
  return told === value ? word("side", value) : told;
}

/**
 * @param {any} described the JSON schema of the options
 * @param {Record<string, string>} labels what options are called, by name
 * @param {Record<string, any>} options those that are chosen
 * @param {string[]} presets
 * @param {{changed: () => void, preset: (name: string) => void}} form
 */
export function optionsFold(described, labels, options, presets, form) {
  const kinds = described.$defs || {};
  const root = described.properties ? described : kinds[described.$ref?.split("/").pop()] || Object.values(kinds).find((each) => each.properties) || { properties: {} };
  const fields = Object.entries(root.properties).map(([name, told]) => {
    const kind = told.$ref ? kinds[told.$ref.split("/").pop()] : told;
    const rule = /\(([A-Z]{2}-\d[^)]*)\)/.exec(told.description || "");
    const label = labels[name] ? `${labels[name]}${rule ? ` (${rule[1]})` : ""}` : told.description || name;
    const field = { key: `option/${name}`, label };
    if (kind.enum) return { ...field, kind: /** @type {const} */ ("choice"), options: kind.enum.map((/** @type {string} */ value) => ({ value, text: toldOf(value) })) };
    if (kind.type === "boolean") return { ...field, kind: /** @type {const} */ ("yes-no") };
    return kind.type === "integer" && { ...field, min: kind.minimum ?? -99, max: kind.maximum ?? 99 };
  });
  const named = presets.length > 1 && select({ key: "preset", label: t("options.preset"), value: null, options: [{ value: null, text: "–" }, ...presets.map((value) => ({ value, text: value }))], set: (name) => name && form.preset(name) });
  return fold("options", t("options.title"), named, drawn(options, fields, form.changed));
}
