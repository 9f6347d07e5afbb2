"""What can happen in a session: each kind of event with its body and with what it changes, in one class."""

from app.services.events import action as action
from app.services.events import clocks as clocks
from app.services.events import seats as seats
from app.services.events import session as session
