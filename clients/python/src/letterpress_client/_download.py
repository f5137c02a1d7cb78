"""Answers that are read while they come."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Union

from .errors import ApiConnectionError

CHUNK = 64 * 1024


class _Body(io.RawIOBase):
    def __init__(self, response: HTTPResponse, ended: Callable[[], None]) -> None:
        self._response = response
        self._ended = ended
        # Counted here: some versions of Python do not, and take an answer that was cut short for whole.
        self._left = response.length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        wanted = len(buffer) if self._left is None else min(len(buffer), self._left)
        if wanted == 0:
            return 0
        try:
            # What is there: events must not wait until the buffer is full.
            piece = self._response.read1(wanted)
        except (OSError, HTTPException) as error:
            raise ApiConnectionError("The answer was cut short.") from error
        if self._left is not None:
            self._left -= len(piece)
            if not piece:
                raise ApiConnectionError("The answer was cut short.")
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self._ended()
        super().close()


class Download(io.BufferedReader):
    """The bytes of an answer, a file to read from: nothing of it is held. Close it, or use it with `with`.

    An answer that is cut short raises `ApiConnectionError`; it never looks whole.
    """

    def __init__(self, response: HTTPResponse, ended: Callable[[], None]) -> None:
        super().__init__(_Body(response, ended), CHUNK)
        self.content_type = response.headers.get("Content-Type", "")

    def text(self) -> str:
        """All of it as text."""
        with self:
            return self.read().decode()

    def lines(self) -> io.TextIOWrapper:
        """Its lines as text, as they come; made for `csv.reader`."""
        return io.TextIOWrapper(self, "utf-8", newline="")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write it to a file, which is there once it is whole."""
        folder, name = os.path.split(os.path.abspath(path))
        with self, tempfile.TemporaryDirectory(prefix=f".{name}-", dir=folder) as scratch:
            part = os.path.join(scratch, name)
            with open(part, "wb") as file:
                shutil.copyfileobj(self, file, CHUNK)
            os.replace(part, path)
