// The heap, and who grabs at it.

import { stepper } from "../../../web/assets/controls.js";
import { fields, side } from "../../../web/assets/forms/common.js";
import { t } from "../../../web/assets/text.js";

export const measures = ["grabbed"];

export function show(form) {
  const { situation, details: { labels } } = form;
  const number = (name, least, most) => stepper({
    key: name, label: labels.fields[name] || name, value: situation[name], min: least, max: most,
    set: (value) => { situation[name] = value; form.changed(); },
  });
  return [
    side("attacker", t("role.attacker"), fields(number("dice", 1, 9))),
    side("defender", t("pebbles.heap"), fields(number("pebbles", 1, 99), number("covers", 0, 99))),
  ];
}
