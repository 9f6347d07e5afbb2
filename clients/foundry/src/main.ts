// Where the module meets Foundry: its hooks, and what macros call.

import { attackFromTokens, hearFallout, told } from "./attack.js";
import { followGame, link, proposeDrag, takeSeat, whisperClaim } from "./game.js";
import { registerSettings } from "./settings.js";

Hooks.once("init", () => {
  registerSettings();
  const module = game.modules.get("umpire");
  if (module) module.api = { attack: attackFromTokens, link, takeSeat, whisperClaim };
});

Hooks.once("ready", () => {
  hearFallout();
  document.addEventListener("click", (event) => {
    const button = (event.target as HTMLElement | null)?.closest<HTMLElement>("[data-umpire-claim]");
    if (button?.dataset["umpireClaim"]) void takeSeat(button.dataset["umpireClaim"]);
  });
  void told(() => followGame());
});

Hooks.on("preUpdateToken", proposeDrag as (...given: never[]) => unknown);
