"""The limit on the work of a search."""


class Budget:
    """How much work may still be done; results computed after it is spent are not to be used."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, work: int) -> bool:
        """Subtract `work`; whether there was enough left."""
        self.left -= work
        return self.left >= 0

    @property
    def is_spent(self) -> bool:
        """Whether more work was asked for than there was."""
        return self.left < 0
