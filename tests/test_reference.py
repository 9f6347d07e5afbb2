"""The tables of the reference are those that the code gives."""

import re

from tests.reference import PAGE, TABLES, renewed


def test_the_tables_of_the_reference_are_made_from_the_code():
    page = PAGE.read_text("utf-8")
    assert page == renewed(page), "renew them: python -m tests.reference"


def test_the_reference_has_every_table_once():
    assert sorted(re.findall(r"<!-- made: ([a-z]+) -->", PAGE.read_text("utf-8"))) == sorted(TABLES)
