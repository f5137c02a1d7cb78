"""Lists that go on over pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Callable, Generic, List, Optional, TypeVar
from urllib.parse import parse_qs, urlsplit

Row = TypeVar("Row")


class Page(List[Row]):
    """The rows of one page."""

    def __init__(self, rows: list[Row], total: int, is_capped: bool, link: Optional[str]) -> None:
        super().__init__(rows)
        self.total = total
        """How many rows the whole list has; with `is_capped` there are more, which were not counted."""
        self.is_capped = is_capped
        self.link = link
        """The address of the next page, while there is one."""

    @property
    def next_cursor(self) -> Optional[str]:
        """What the next page is asked for with, in another program or at another time; None on the last one."""
        cursors = parse_qs(urlsplit(self.link or "").query).get("cursor")
        return cursors[0] if cursors else None


class Listing(Generic[Row]):
    """A list on the server. Nothing is asked before you iterate; at any time one page is held.

    Iterating gives its rows, to the last page. Each time begins anew.
    """

    def __init__(self, fetch: Callable[[Optional[str]], Page[Row]]) -> None:
        self._fetch = fetch

    def __iter__(self) -> Iterator[Row]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[Page[Row]]:
        """The list page by page, to its end."""
        page = self._fetch(None)
        yield page
        while page.link is not None:
            page = self._fetch(page.link)
            yield page


def next_link(header: Optional[str]) -> Optional[str]:
    """The address of the page after this one, from a Link header (RFC 8288)."""
    for target, parameters in re.findall(r"<([^>]*)>([^<]*)", header or ""):
        if re.search(r';\s*rel="?(?:[^"]*\s)?next\b', parameters, re.IGNORECASE):
            return str(target)
    return None
