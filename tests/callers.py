"""Who may do what: what each operation answers each kind of caller."""

CALLERS = (
    *("nobody", "host", "seat 1", "seat 2", "another host"),
    *("owner's key", "another key", "revoked key", "no bearer", "garbage"),
)

# By caller, in the order of CALLERS.
ANYBODY = (200,) * 10
KNOWN = (200, 200, 200, 200, 200, 200, 200, 401, 401, 401)
OPENS = (201, 201, 201, 201, 201, 201, 201, 401, 401, 401)
LISTS_WITH_KEY = (401, 401, 401, 401, 401, 200, 200, 401, 401, 401)
OPENS_WITH_KEY = (401, 401, 401, 401, 401, 201, 201, 401, 401, 401)

MISSING_WITH_KEY = (401, 401, 401, 401, 401, 404, 404, 401, 401, 401)


def players(host, one, two):
    """What only the host and the seats may do."""
    return (401, host, one, two, 401, 401, 401, 401, 401, 401)


TABLE = {
    "forget_seat": players(403, 204, 403),
    "health": ANYBODY,
    "readiness": ANYBODY,
    "get_service": KNOWN,
    "get_caller": KNOWN,
    "list_rulesets": KNOWN,
    "get_ruleset": KNOWN,
    "get_schemas": KNOWN,
    "odds": KNOWN,
    "odds_matrix": KNOWN,
    "catalogue": KNOWN,
    "squads": KNOWN,
    "look_at_setup": KNOWN,
    "purses": KNOWN,
    "explain_problem": ANYBODY,
    "list_sessions": KNOWN,
    "list_actions": KNOWN,
    "luck_of_actions": KNOWN,
    "list_rolls": KNOWN,
    "list_casualties": KNOWN,
    "summarize_actions": KNOWN,
    "summarize_rolls": KNOWN,
    "summarize_casualties": KNOWN,
    "attack_many": KNOWN,
    "open_session": OPENS,
    "attack": OPENS,
    "attack in a session": players(201, 201, 403),
    "act": players(201, 201, 409),  # it is not the turn of seat 2
    "list_session_actions": KNOWN,
    "get_session": KNOWN,
    "get_state": KNOWN,
    "get_session_picture": ANYBODY,
    "get_action_picture": ANYBODY,
    "list_questions": KNOWN,
    "list_events": KNOWN,
    "verify_session": KNOWN,
    "get_action": KNOWN,
    "verify_action": KNOWN,
    "get_odds": KNOWN,
    "get_course": tuple(409 if status == 200 else status for status in KNOWN),
    "get_turning_points": tuple(409 if status == 200 else status for status in KNOWN),  # only of closed ones
    "get_session_luck": tuple(409 if status == 200 else status for status in KNOWN),
    "answer_question": players(200, 403, 200),
    "void_action": players(200, 202, 202),
    "close_session": players(200, 202, 202),
    "renew_seat_token": players(201, 201, 403),
    "give_entropy": players(200, 403, 200),  # the others go on without seat 1, which cannot do that itself
    "bring_list": players(403, 200, 403),  # no host brings for a seat, and no other seat
    "make_claim": players(201, 201, 403),
    "call_judge": players(200, 200, 200),
    "switch_clocks": players(200, 200, 200),
    "play_rematch": players(403, 201, 201),  # between the seats alone
    "use_claim": KNOWN,
    "follow_sessions": (422,) * 7 + (401,) * 3,  # to the point that the request names; the stream has no end
    "make_webhook": OPENS_WITH_KEY,
    "list_webhooks": LISTS_WITH_KEY,
    "delete_webhook": MISSING_WITH_KEY,
    "get_webhook": MISSING_WITH_KEY,
    "change_webhook": MISSING_WITH_KEY,
    "list_deliveries": MISSING_WITH_KEY,
    "redeliver": MISSING_WITH_KEY,
    "test_webhook": MISSING_WITH_KEY,
    "renew_secret": MISSING_WITH_KEY,
    "list_inbox": (401, 200, 200, 200, 200, 200, 200, 401, 401, 401),
    "look_at_seats": KNOWN,
    "make_stream_ticket": (401, 201, 201, 201, 201, 201, 201, 401, 401, 401),
    "make_player": OPENS,
    "claim_player": (401,) * 10,
    "forget_player": (401,) * 10,
    "get_player": (401,) * 10,
    "change_player": (401,) * 10,
}
"""By operation, without its ruleset: what each caller is answered where a session is public or unlisted."""
SUMMARIES = {f"summarize_{name}" for name in ("actions", "rolls", "casualties")}
LISTS = {"list_sessions", "list_actions", "luck_of_actions", "list_rolls", "list_casualties"} | SUMMARIES
OPENING = {"open_session", "attack"}
WITH_KEY = {
    **TABLE,
    **dict.fromkeys(LISTS, LISTS_WITH_KEY),
    **dict.fromkeys(OPENING, OPENS_WITH_KEY),
    "make_player": (401, 201, 201, 201, 201, 201, 201, 401, 401, 401),
}
"""The same where the service takes sessions only from API keys."""
REFUSED = (401, 403)
SAID = {
    "attack": "an API key; in a session the host, the seats",
    "attack_many": "anybody; each attack as if it was sent alone",
    "give_entropy": "the host, the seats",
    "answer_question": "the host, the seat that is asked",
    **dict.fromkeys(LISTS, "an API key, a player"),
}
"""Who may call an operation, where one answer to each caller does not say it."""


def who(name: str) -> str:
    """Who may call an operation where the service takes sessions only from API keys, in words."""
    if name in SAID:
        return SAID[name]
    statuses = dict(zip(CALLERS, WITH_KEY[name], strict=True))
    allowed = {caller for caller, status in statuses.items() if status not in REFUSED}
    if "nobody" in allowed:
        return "anybody"
    if "another host" in allowed:
        return "any token, any API key"
    if "another key" in allowed:
        return "an API key"
    if not allowed:
        return "a player"
    if {"seat 1", "seat 2"} <= allowed:
        return "the host, the seats" if "host" in allowed else "the seats"
    return "the host, that seat" if "host" in allowed else "that seat"
