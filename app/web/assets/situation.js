// @ts-check
// What an attack left, as the situation of the next one.

/** @param {any} situation @param {any} after @returns {any} */
export function continued(situation, after) {
  if (Array.isArray(situation) && Array.isArray(after) && after.every((each) => each?.id !== undefined) && situation.every((each) => each?.id !== undefined)) {
    return situation.map((each) => after.find((other) => other.id === each.id) ?? each);
  }
  if (after === null || typeof after !== "object" || Array.isArray(after) || typeof situation !== "object" || situation === null) return after;
  return { ...situation, ...Object.fromEntries(Object.entries(after).filter(([name]) => name in situation).map(([name, value]) => [name, continued(situation[name], value)])) };
}
