// The heap, and who grabs at it.

import { fields, side } from "../../../web/assets/forms/common.js";
import { described } from "../../../web/assets/forms/described.js";
import { t } from "../../../web/assets/text.js";

export const measures = ["grabbed"];

export function show({ situation, details: { labels }, changed }) {
  const field = (key, min, max) => ({ key, min, max, label: labels.fields[key] || key });
  return [
    side("attacker", t("role.attacker"), fields(described(situation, [field("dice", 1, 9)], changed))),
    side("defender", t("pebbles.heap"), fields(described(situation, [field("pebbles", 1, 99), field("covers", 0, 99)], changed))),
  ];
}
