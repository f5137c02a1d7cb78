"""Uploads: forms that are read from disk while they are sent."""

from __future__ import annotations

import io
import json
import mimetypes
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any, BinaryIO, Callable, NamedTuple, Union, cast

CHUNK = 64 * 1024

Content = Union[bytes, BinaryIO]
File = Union[str, "os.PathLike[str]", Content, "tuple[str, Content]"]
"""A path, the bytes, or a file open for reading in binary; the last two also as a pair with the file's name."""


class _Part(NamedTuple):
    head: bytes
    size: int
    open: Callable[[], AbstractContextManager[BinaryIO]]


class Form(ExitStack):
    """A body of the type multipart/form-data (RFC 7578). Each iteration reads it anew, so that it can be sent again.

    Closing it ends what it holds on disk.
    """

    def __init__(self, fields: Mapping[str, Any], files: tuple[str, ...]) -> None:
        super().__init__()
        boundary = uuid.uuid4().hex
        self.content_type = f"multipart/form-data; boundary={boundary}"
        self._end = f"--{boundary}--\r\n".encode()
        parts = [(name, value) for name, value in fields.items() if value is not None]
        self._parts = [
            self._file(boundary, name, value) if name in files else _text(boundary, name, value)
            for name, value in parts
        ]

    def __len__(self) -> int:
        return sum(len(part.head) + part.size + len(b"\r\n") for part in self._parts) + len(self._end)

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            yield part.head
            with part.open() as file:
                left = part.size
                while left:
                    chunk = file.read(min(CHUNK, left))
                    if not chunk:
                        raise ValueError("The file became shorter while it was sent.")
                    left -= len(chunk)
                    yield chunk
            yield b"\r\n"
        yield self._end

    def _file(self, boundary: str, name: str, file: File) -> _Part:
        if isinstance(file, (str, os.PathLike)):
            path = os.fspath(file)
            return _Part(_file_head(boundary, name, path), os.stat(path).st_size, lambda: open(path, "rb"))
        file_name, content = file if isinstance(file, tuple) else (str(getattr(file, "name", "file")), file)
        head = _file_head(boundary, name, file_name)
        return _in_memory(head, content) if isinstance(content, bytes) else self._open_file(head, content)

    def _open_file(self, head: bytes, file: BinaryIO) -> _Part:
        """A file of the caller's, from where it stands; it stays open."""
        if not file.seekable():
            # A pipe: kept on disk, as it may have to be sent again and its length is wanted first.
            kept = cast(BinaryIO, self.enter_context(tempfile.TemporaryFile()))
            shutil.copyfileobj(file, kept)
            kept.seek(0)
            file = kept
        start = file.tell()
        size = file.seek(0, os.SEEK_END) - start

        def again() -> AbstractContextManager[BinaryIO]:
            file.seek(start)
            return nullcontext(file)

        return _Part(head, size, again)


def _head(boundary: str, name: str, more: str = "") -> bytes:
    return f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode()


def _text(boundary: str, name: str, value: object) -> _Part:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _in_memory(_head(boundary, name), text.encode())


def _file_head(boundary: str, name: str, path: str) -> bytes:
    file_name = os.path.basename(path)
    kind = mimetypes.guess_type(file_name)[0] or "application/octet-stream"
    # As browsers write it.
    quoted = file_name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    return _head(boundary, name, f'; filename="{quoted}"\r\nContent-Type: {kind}')


def _in_memory(head: bytes, content: bytes) -> _Part:
    return _Part(head, len(content), lambda: io.BytesIO(content))
