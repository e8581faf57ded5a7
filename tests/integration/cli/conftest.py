"""What the command line's tests share."""

from collections.abc import Iterator

import pytest

from tests.fakes.orders import Orders
from tests.fakes.typed import Typist


@pytest.fixture(scope="module")
def typist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Typist]:
    """Types one command after the other."""
    with Orders("tests.fakes.typed") as orders:
        yield Typist(orders, tmp_path_factory.mktemp("typed"))
