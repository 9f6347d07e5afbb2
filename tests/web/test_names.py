"""Names are anything that somebody types: nothing in them runs, is drawn, or moves what stands beside it."""

import pytest

from tests.web.opening import BOOKS, opened, sits, some

MARKUP, HEBREW = "<img src=x onerror='ran = 1'><i class='drawn'>name</i>", "\u05d0\u05d1\u05d2 7"
REFERENCE = f"{HEBREW} <script>ran = 1</script>"
RAN = "() => [typeof globalThis.ran, document.querySelectorAll(\"img[src='x'], .drawn\").length]"
LOOSE = """name => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), loose = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement, isOwn = around.textContent.trim() === name;
    const apart = around.closest("bdi, [dir=auto], option, script") || (isOwn && getComputedStyle(around).unicodeBidi !== "normal");
    const bare = text.data.replaceAll(/\\u2068[^\\u2069]*\\u2069/g, "");
    if (!apart && bare.includes(name)) loose.push(text.parentElement.outerHTML.slice(0, 200));
  }
  return loose;
}"""
SHOWN = "name => document.body.innerText.includes(name)"


@pytest.mark.thorough
@pytest.mark.parametrize("slug", some(BOOKS))
def test_no_name_runs_is_drawn_or_moves_what_stands_beside_it(visitor, slug):
    one = visitor()
    session = opened(one, slug, names=(MARKUP, HEBREW), reference=REFERENCE, visibility="public")
    page = sits(one, session, 1, 2)
    page.click("#attack")
    page.wait_for_selector(".step", state="attached")
    for where in (f"/play/{session['id']}", f"/sessions/{session['id']}", f"/embed/{session['id']}", "/history"):
        page = one.go(where)
        page.wait_for_function(SHOWN, arg=HEBREW)
        assert page.evaluate(RAN) == ["undefined", 0], where
        assert page.evaluate(LOOSE, HEBREW) == [], where
