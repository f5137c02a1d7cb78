"""A server that answers as it is told, well or badly, and remembers what it was asked."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
import unittest
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Optional, Union
from unittest import mock

from letterpress_client import Client

# Bodies of this size and more are read and not kept.
LARGE = 1 << 20


@dataclass
class Asked:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    size: int
    peer: object

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Reply:
    status: int = 200
    body: Union[bytes, list[bytes]] = b""
    """Pieces are sent as chunks."""
    headers: dict[str, str] = field(default_factory=dict)
    is_cut: bool = False
    """The connection ends before the body does."""
    then: Optional[Callable[[], None]] = None
    """Called after each piece."""
    is_heard: bool = True
    """Whether the body of the call is read before it is answered."""


@dataclass
class Lost:
    """No answer: the connection ends."""

    until: Optional[threading.Event] = None
    """Silence before that."""


def told(body: object, status: int = 200, **headers: str) -> Reply:
    """JSON; the names of headers have underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps(body).encode(), {"Content-Type": "application/json", **named})


def problem(status: int, code: str = "", detail: str = "No.", **headers: str) -> Reply:
    return told({"type": "about:blank", "status": status, "code": code, "detail": detail}, status, **headers)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Scripted

    def answer(self) -> None:
        reply = self.server.replies.pop(0) if self.server.replies else Reply(500, b"Asked more often than expected.")
        size = int(self.headers.get("Content-Length", 0))
        is_heard = not isinstance(reply, Reply) or reply.is_heard
        body = self.hear(size) if is_heard else b""
        asked = Asked(self.command, self.path, dict(self.headers), body, size, self.client_address)
        self.server.asked.append(asked)
        if isinstance(reply, Lost):
            if reply.until:
                reply.until.wait()
            self.hang_up()
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if isinstance(reply.body, bytes):
            self.send_header("Content-Length", str(len(reply.body) + reply.is_cut))
            self.end_headers()
            self.wfile.write(reply.body)
        else:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for piece in reply.body:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                if reply.then:
                    reply.then()
            if not reply.is_cut:
                self.wfile.write(b"0\r\n\r\n")
        if reply.is_cut or not reply.is_heard:
            self.hang_up()

    def hear(self, size: int) -> bytes:
        if size < LARGE:
            return self.rfile.read(size)
        while size:
            size -= len(self.rfile.read(min(size, LARGE)))
        return b""

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    do_GET = do_POST = do_PUT = do_DELETE = do_CONNECT = answer

    def log_message(self, format: str, *args: object) -> None:
        pass


class Scripted(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[Union[Reply, Lost]] = []
        self.asked: list[Asked] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of the play."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class ServerCase(unittest.TestCase):
    """A test with such a server, and a client of it that does not wait between its attempts."""

    def setUp(self) -> None:
        direct = mock.patch.dict(os.environ, {"no_proxy": "127.0.0.1"})
        direct.start()
        self.addCleanup(direct.stop)
        self.server = Scripted()
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.origin = "http://127.0.0.1:%d" % self.server.server_address[1]
        self.client = self.client_with()

    def client_with(self, *, at: str = "", **options: Any) -> Client:
        client = Client(self.origin + at, "lp_key", **{"backoff": 0, **options})
        self.addCleanup(client.close)
        return client

    def answers(self, *replies: Union[Reply, Lost]) -> None:
        self.server.replies += replies

    @property
    def asked(self) -> list[Asked]:
        return self.server.asked

    def targets(self) -> list[str]:
        return [asked.target for asked in self.asked]
