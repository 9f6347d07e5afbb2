// @ts-check
// A photo that lies under a drawing. It stays in this page: it is neither sent nor kept.

import { button } from "../../../web/assets/controls.js";
import { el, say } from "../../../web/assets/dom.js";
import { t } from "../../../web/assets/text.js";

const WIDEST = 1600;
const sheet = document.createElement("canvas");
sheet.className = "photo";
sheet.setAttribute("aria-hidden", "true");
/** How high the photo is for its width; 0: there is none. */
let ratio = 0;
let wrong = "";

/** The photo, to be laid under a drawing; null without one. */
export const photo = () => (ratio ? sheet : null);

/** Reads a photo, no larger than a screen needs. @param {Blob} file */
async function load(file) {
  const picture = await createImageBitmap(file, { resizeWidth: WIDEST, resizeQuality: "medium" });
  [sheet.width, sheet.height] = [picture.width, picture.height];
  sheet.getContext("2d")?.drawImage(picture, 0, 0);
  ratio = picture.height / picture.width;
  picture.close();
}

/**
 * What chooses a photo, or takes it away.
 * @param {{came: (ratio: number) => void, refresh: () => void}} of `came`: how high the photo is for its width
 */
export function photoField({ came, refresh }) {
  const choose = async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (!file) return;
    wrong = "";
    await load(file).then(() => came(ratio), () => {
      wrong = t("map.no_photo");
      say(wrong);
    });
    refresh();
  };
  const away = () => { ratio = 0; refresh(); };
  return el("div", { class: "field file" }, el("label", { for: "photo" }, t("map.photo")),
    el("input", { type: "file", id: "photo", accept: "image/*", "data-key": "photo", onchange: choose }),
    ratio > 0 && button({ key: "photo/away", text: t("map.photo_away"), do: away }),
    el("span", { class: "hint" }, wrong || t("map.photo_hint")));
}
