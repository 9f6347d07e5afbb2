"""How a route is asked: read in all its ways, or sent something."""

from base64 import urlsafe_b64decode

ORIGIN = {"origin": "https://a.example", "access_control_request_method": "GET"}


def reads(*ends):
    """Reads a path with each of these ends, and in the ways in which whatever takes GET is asked."""

    async def ask(viewer, path):
        for where in viewer.places(path):
            for end in viewer.some(ends):
                if viewer.may_ask(end):
                    await viewer.get(where + viewer.filled(end))
            for way in viewer.some(OTHER_WAYS):
                await way(viewer, where)

    return ask


async def in_a_language(viewer, path):
    """In another language, as a browser asks for it."""
    await viewer.get(path, accept_language=viewer.random.choice(("de", "fr", "ru;q=0.9, en")))


async def with_head(viewer, path):
    """Without the body."""
    await viewer.ask("HEAD", path)


async def with_options(viewer, path):
    """As a page of another origin asks before it asks."""
    await viewer.ask("OPTIONS", path, **ORIGIN)


async def if_it_is_new(viewer, path):
    """Only if it differs from what the viewer has read, and from what the owner of the secret has."""
    world, owner = viewer.world, viewer.game.owner
    known = [await viewer.get(path), *([await world.get(path, owner)] if owner and world.tokens[owner] else [])]
    for one in known:
        await viewer.get(path, if_none_match=one.header(b"etag") or '"none"')


OTHER_WAYS = (in_a_language, with_head, with_options, if_it_is_new)
"""The ways in which whatever takes GET is asked."""


def walks(*ends):
    """Reads a list with each of these filters, and page by page to its end; cursors are opened."""

    async def ask(viewer, path):
        await reads(*ends, "?cursor=none")(viewer, path)
        cursor = ""
        for _ in range(viewer.few):
            page = await viewer.get(f"{path}?limit=1{cursor}")
            following = page.json().get("next") if page.status == 200 else None
            if following is None:
                break
            viewer.hears("a cursor", urlsafe_b64decode(following + "=="))
            cursor = f"&cursor={following}"

    return ask


def sends(*made):
    """Sends a path what each of these makes for a viewer."""

    async def ask(viewer, path):
        for where in viewer.places(path):
            for body in made:
                await viewer.post(where, body(viewer))

    return ask
