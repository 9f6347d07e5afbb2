// @ts-check
// What every page does: another language shows the same place of it, and a newer service the page anew.

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
  link.addEventListener("click", () => {
    const there = new URL(location.href);
    there.searchParams.set("language", link.hreflang);
    link.href = there.href;
  });
}

/** Loads the page again where the service is another one by now: what this page consists of is gone then. What was typed stays in the tab. */
export async function renew() {
  const found = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (found?.status === 404) location.reload();
}

addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") void renew(); });
addEventListener("unhandledrejection", ({ reason }) => { if (reason instanceof TypeError && reason.message.includes("module")) void renew(); }); // a part that comes later is not there
