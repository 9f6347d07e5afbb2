"""Codes: eight letters that stand for a claim, where nobody can show or send a link. They are said, or printed."""

import hashlib
import re

import sqlalchemy as sa

from app.errors import Problem
from app.persistence.queries import credentials

LETTERS = "BCDFGHJKMNPRSTVWXZ"
"""No vowel, so that no word is made by chance, and none that looks like another letter or a digit."""
LENGTH = 8
SECRET = "codes"
"""The name of the secret that keys the MACs of codes."""
BETWEEN = re.compile(r"[\s\u2010-\u2015.-]+")
"""What people write between the letters."""


def code_of(claim: str) -> str:
    """The code of a claim: it follows from the claim, so that a request that is sent again shows the same one."""
    number, letters = int.from_bytes(hashlib.sha256(b"umpire:code\0" + claim.encode()).digest()), ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters += LETTERS[place]
    return letters


def shown(code: str) -> str:
    """A code as people read it: four letters, a hyphen, four letters."""
    return f"{code[:4]}-{code[4:]}"


def letters_in(sent: str) -> str:
    """The letters of a code as somebody has typed them. Raises Problem invalid-request (422) where they make none."""
    code = BETWEEN.sub("", sent).upper()
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise Problem("invalid-request", at=("code",), reason="no-code", params={"letters": " ".join(LETTERS)})
    return code


def code_mac(connection: sa.Connection, code: str) -> bytes:
    """The MAC by which a code is found, 32 bytes.

    Codes are short, so it takes some milliseconds on purpose: nobody who reads the database tries all of them in time.
    """
    secret = credentials.secret_of(connection, SECRET)
    return hashlib.scrypt(code.encode(), salt=secret, n=2**13, r=8, p=1, dklen=32)
