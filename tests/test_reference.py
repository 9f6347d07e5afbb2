"""The tables of the reference and the document for clients are those that the code gives."""

import re

import pytest

from tests.made import require_made
from tests.reference import DOCUMENT, PAGE, TABLES, openapi, renewed


@pytest.fixture(autouse=True)
def patient():
    """The limits are those of the service."""


def test_the_tables_of_the_reference_are_made_from_the_code():
    require_made(PAGE, renewed(PAGE.read_text("utf-8")), "python -m tests.reference")


def test_the_reference_has_every_table_once():
    assert sorted(re.findall(r"<!-- made: ([a-z]+) -->", PAGE.read_text("utf-8"))) == sorted(TABLES)


def test_the_document_for_clients_is_that_of_the_service():
    require_made(DOCUMENT, openapi(), "python -m tests.reference")
