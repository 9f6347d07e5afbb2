// @ts-check
// A form from the description of its fields: what each is called, what it may be, where its value is, what depends on it.

import { line, segments, select, stepper, toggle } from "../controls.js";

/**
 * @typedef {{
 *   key: string, label: string, kind?: "number" | "yes-no" | "text" | "choice" | "few",
 *   at?: string, value?: any, put?: (value: any) => void, then?: (value: any) => void,
 *   min?: number, max?: number, empty?: boolean, options?: {value: any, text: string}[],
 * }} Field
 *   `kind`: a number without one; `few`: a choice whose values are all seen; `options`: those of a choice;
 *   `at`: the member in which its value is, without it the last part of `key`; `value` and `put`: for what is no member;
 *   `then`: lets what depends on it follow; `min`, `max`, `empty`: of a number, which may be missing
 */

/**
 * The fields of a part of what a form is about; what is no field is left out.
 * @param {any} of the part @param {(Field | false | null | undefined)[]} fields @param {() => void} changed
 */
export const described = (of, fields, changed) => fields.map((field) => field && drawn(of, field, changed));

/** @param {any} of @param {Field} field @param {() => void} changed */
function drawn(of, { key, label, kind = "number", at = key.split("/").pop() || key, then, min, max, empty, options = [], ...more }, changed) {
  const value = "value" in more ? more.value : of[at];
  const set = (/** @type {any} */ now) => {
    if (more.put) more.put(now);
    else of[at] = now;
    then?.(now);
    changed();
  };
  if (kind === "yes-no") return toggle({ key, label, on: value, set });
  if (kind === "text") return line({ key, label, value: value ?? "", set });
  if (kind === "choice") return select({ key, label, value, options, set });
  if (kind === "few") return segments({ key, label, value, options, set });
  return stepper({ key, label, value, min, max, empty, set });
}
