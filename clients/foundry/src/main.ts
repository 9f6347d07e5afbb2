// Where the module meets Foundry: its hooks, and what macros call.

import { attackFromTokens, hearFallout, told } from "./attack.js";
import { link, proposeDrag, takeSeat, whisperClaim } from "./game.js";
import { followLinked } from "./linked.js";
import { registerSettings } from "./settings.js";

let following = new AbortController();

/** Follows what is linked now, as whoever this browser is now. */
function follow(): void {
  following.abort();
  following = new AbortController();
  void told(() => followLinked(following.signal));
}

Hooks.once("init", () => {
  registerSettings();
  const module = game.modules.get("umpire");
  if (!module) return;
  module.api = {
    attack: attackFromTokens,
    link: (session: string, hostToken: string) => link(session, hostToken).then(follow),
    takeSeat: (claim: string) => takeSeat(claim).then(follow),
    whisperClaim,
  };
});

Hooks.once("ready", () => {
  hearFallout();
  document.addEventListener("click", (event) => {
    const button = (event.target as HTMLElement | null)?.closest<HTMLElement>("[data-umpire-claim]");
    if (button?.dataset["umpireClaim"]) void takeSeat(button.dataset["umpireClaim"]).then(follow);
  });
  follow();
});

Hooks.on("preUpdateToken", proposeDrag as (...given: never[]) => unknown);
