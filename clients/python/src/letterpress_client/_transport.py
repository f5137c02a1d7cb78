"""How calls get to the server, and what is tried again."""

from __future__ import annotations

import base64
import email.utils
import json
import os
import random
import selectors
import ssl
import time
import uuid
import warnings
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from types import TracebackType
from typing import Any, NamedTuple, Optional, TypeVar, Union
from urllib.parse import SplitResult, quote, unquote, urlencode, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._download import Download
from ._form import Form
from ._pages import Listing, Page, next_link
from ._version import __version__
from .errors import ApiConnectionError, ApiError, LetterpressError

Self = TypeVar("Self", bound="Transport")
Query = Mapping[str, Union[str, int, bool, None]]

# What a server that restarts answers, and a proxy in front of it.
_AWAY = (429, 502, 503, 504)
# What a server has not acted upon for certain.
_UNTOUCHED = (429, 503)


class _Call(NamedTuple):
    method: str
    target: str
    headers: dict[str, str]
    body: Union[bytes, Form, None]
    may_repeat: bool


class _Answer(NamedTuple):
    status: int
    response: HTTPResponse
    connection: HTTPConnection
    body: bytes


class Transport:
    """The API of one installation, as one author. Threads may share it.

    Args:
        base_url: Where Letterpress answers, such as `https://news.example.org`.
        api_key: An API key, or an access token of the sign-in provider. Only public calls do without.
        retries: How often a call is made again after a broken connection, 429, 502, 503 or 504.
        timeout: Seconds that the server may be silent.
        max_wait: Seconds that a call waits in all between its attempts. Asked to wait longer, it fails at once.
        backoff: Seconds before the first of them where the server names no time; doubled each time.
        ssl_context: Instead of the system's certificates.
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = 4,
        timeout: float = 60,
        max_wait: float = 90,
        backoff: float = 0.3,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._idle: deque[HTTPConnection] = deque()
        self._base = urlsplit(base_url.rstrip("/"))
        if self._base.scheme not in ("http", "https") or not self._base.hostname:
            raise ValueError(f"The address of an installation begins with https:// or http://, unlike {base_url!r}.")
        self._api_key = api_key
        self._retries = retries
        self._timeout = timeout
        self._max_wait = max_wait
        self._backoff = backoff
        self._origin = f"{self._base.scheme}://{self._base.netloc}"
        is_open = self._base.scheme == "http"
        self._ssl_context = None if is_open else ssl_context or ssl.create_default_context()
        self._proxy = _proxy_of(self._base)
        self._process = os.getpid()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """End the connections that wait for further calls. More calls may follow, on new ones."""
        while self._idle:
            self._idle.pop().close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: object = None,
        idempotency_key: Optional[str] = None,
        may_repeat: bool = True,
    ) -> Any:
        """Make any call, also one that this version does not know: the methods with names do it by this one.

        Args:
            path: As in the document, with its values: `/api/newsletters/3`.
            body: What is sent as JSON, or a form.
            idempotency_key: For POST. The same key and body does nothing twice, for 24 hours. Made up when absent.
            may_repeat: Whether to make it again although the first one may have been heard.
        """
        with body if isinstance(body, Form) else nullcontext():
            answer = self._often(self._call(method, path, query, body, idempotency_key, may_repeat))
        return self._told(answer) if answer.body else None

    def download(self, path: str, query: Optional[Query] = None) -> Download:
        """Get an answer that is not JSON, while it comes."""
        return self._open(self._call("GET", path, query))

    def listing(self, path: str, query: Optional[Query] = None, field: Optional[str] = None) -> Listing[Any]:
        """A list with pages. `field` names it, where the answer is an object that holds it."""
        first = self._call("GET", path, query)

        def fetch(link: Optional[str]) -> Page[Any]:
            answer = self._often(first if link is None else first._replace(target=self._next(first.target, link)))
            told = self._told(answer)
            rows = told if field is None else told[field]
            headers = answer.response.headers
            total = int(headers.get("X-Total-Count", len(rows)))
            return Page(rows, total, headers.get("X-Total-Count-Capped") == "true", next_link(headers.get("Link")))

        return Listing(fetch)

    def events(self, path: str) -> Iterator[Any]:
        """The data of server-sent events, up to the one that is named `done`. A broken stream is opened again."""
        call = self._call("GET", path)
        turn = 0
        while True:
            try:
                with self._open(call) as stream:
                    for name, data in _events(stream):
                        turn = 0
                        yield json.loads(data)
                        if name == "done":
                            return
                raise ApiConnectionError("The stream ended early.")
            except ApiConnectionError:
                if turn >= self._retries:
                    raise
            time.sleep(self._pause(turn))
            turn += 1

    def _call(
        self,
        method: str,
        path: str,
        query: Optional[Query] = None,
        body: object = None,
        idempotency_key: Optional[str] = None,
        may_repeat: bool = True,
    ) -> _Call:
        headers = {"User-Agent": f"letterpress-client-python/{__version__}"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key}"
        if method == "POST":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        sent: Union[bytes, Form, None] = None
        if isinstance(body, Form):
            headers["Content-Type"] = body.content_type
            headers["Content-Length"] = str(len(body))
            sent = body
        elif body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        given = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        target = self._base.path + path + ("?" + urlencode(given) if given else "")
        if self._proxy and self._ssl_context is None:
            # Such a proxy is told the whole address; one for https is a tunnel.
            headers.update(_sign_in(self._proxy))
            target = self._origin + target
        return _Call(method, target, headers, sent, may_repeat)

    def _next(self, target: str, link: str) -> str:
        """The target of a list's next page."""
        url = urlsplit(urljoin(urljoin(self._origin, target), link))
        # The key goes nowhere else, whatever an answer says.
        if f"{url.scheme}://{url.netloc}" != self._origin:
            raise LetterpressError(f"The next page is at another server: {url.scheme}://{url.netloc}")
        # A proxy that takes its own folder off the path leaves the links without it.
        folder = "" if url.path.startswith(self._base.path + "/") else self._base.path
        way = folder + url._replace(scheme="", netloc="", fragment="").geturl()
        return self._origin + way if target.startswith(self._origin) else way

    def _open(self, call: _Call) -> Download:
        answer = self._often(call, is_whole=False)
        return Download(answer.response, lambda: self._release(answer.connection, answer.response))

    def _often(self, call: _Call, is_whole: bool = True) -> _Answer:
        """Makes the call until it is answered, and raises what is no success."""
        turn, waited, was_lost = 0, 0.0, False
        while True:
            try:
                answer = self._once(call, is_whole)
            except (OSError, HTTPException) as error:
                is_hopeless = isinstance(error, ssl.SSLCertVerificationError)
                if is_hopeless or turn >= self._retries or not call.may_repeat:
                    reason = str(error) or type(error).__name__
                    raise ApiConnectionError(f"{self._base.netloc} did not answer: {reason}") from error
                wait = self._pause(turn)
                was_lost = True
                turn += 1
            else:
                if answer.status < 300:
                    return answer
                if was_lost and call.method == "DELETE" and answer.status == 404:
                    # It was the lost attempt that deleted it.
                    return answer._replace(body=b"")
                told = _retry_after(answer.response)
                wait = self._pause(turn) if told is None else told
                # The first call with this key is still at work, such as one whose answer was lost.
                is_in_progress = answer.status == 409 and told is not None
                is_away = answer.status in (_AWAY if call.may_repeat else _UNTOUCHED) and turn < self._retries
                if not (is_in_progress or is_away) or waited + wait > self._max_wait:
                    raise ApiError(answer.status, _problem(answer), told)
                turn += is_away
            time.sleep(wait)
            waited += wait

    def _once(self, call: _Call, is_whole: bool) -> _Answer:
        connection = self._connection()
        try:
            try:
                connection.request(call.method, call.target, call.body, call.headers)
            except (BrokenPipeError, ConnectionResetError):
                # A server that does not want an upload answers before its end: that says more than the broken pipe.
                if not isinstance(call.body, Form):
                    raise
            response = connection.getresponse()
            is_whole = is_whole or response.status >= 300
            body = response.read() if is_whole else b""
        except BaseException:
            connection.close()
            raise
        if is_whole:
            self._release(connection, response)
        if "Deprecation" in response.headers:
            sunset = response.headers.get("Sunset", "a later version")
            told = f"{call.method} {call.target} is deprecated, and goes with {sunset}."
            warnings.warn(told, DeprecationWarning, stacklevel=5)
        return _Answer(response.status, response, connection, body)

    def _told(self, answer: _Answer) -> Any:
        try:
            return json.loads(answer.body)
        except ValueError:
            kind = answer.response.headers.get("Content-Type")
            raise LetterpressError(f"{self._base.netloc} answers {kind} where Letterpress has JSON.") from None

    def _connection(self) -> HTTPConnection:
        if self._process != os.getpid():
            # Two processes that read from one connection would get each other's answers.
            self.close()
            self._process = os.getpid()
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect()
            if not _is_over(connection):
                return connection
            connection.close()

    def _connect(self) -> HTTPConnection:
        to = self._proxy or self._base
        host = to.hostname or ""
        if self._ssl_context is None:
            return HTTPConnection(host, to.port, timeout=self._timeout)
        connection = HTTPSConnection(host, to.port, timeout=self._timeout, context=self._ssl_context)
        if self._proxy:
            connection.set_tunnel(self._base.hostname or "", self._base.port, _sign_in(self._proxy))
        return connection

    def _release(self, connection: HTTPConnection, response: HTTPResponse) -> None:
        if response.isclosed() and not response.will_close:
            self._idle.append(connection)
        else:
            connection.close()
        response.close()

    def _pause(self, turn: int) -> float:
        # Not all at the same time, when many have lost the same server.
        return self._backoff * 2.0**turn * random.uniform(0.5, 1)


def path(template: str, *values: Union[str, int, None]) -> str:
    """A path with its values: `path("/api/newsletters/{}", 3)`."""
    if any(value is None or value == "" for value in values):
        raise ValueError(f"A value is missing for {template}")
    return template.format(*(quote(str(value), safe="") for value in values))


def _word(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _retry_after(response: HTTPResponse) -> Optional[float]:
    """Seconds of a Retry-After header, which may also be a date (RFC 9110 §10.2.3)."""
    value = response.headers.get("Retry-After", "")
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _problem(answer: _Answer) -> object:
    """The problem that an answer carries. A proxy in between may answer anything."""
    if answer.status < 400:
        return {"detail": f"The server is at another address: {answer.response.headers.get('Location')}"}
    try:
        return json.loads(answer.body)
    except ValueError:
        return {"title": answer.response.reason}


def _events(stream: Download) -> Iterator[tuple[str, str]]:
    """Names and data of server-sent events (HTML Living Standard, "Interpreting an event stream")."""
    name = "message"
    data: list[str] = []
    for raw in stream:
        line = raw.decode().rstrip("\r\n")
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)
        elif not line:
            if data:
                yield name, "\n".join(data)
            name, data = "message", []


def _is_over(connection: HTTPConnection) -> bool:
    """Whether an idle connection was ended by the server: nothing else can be read from it."""
    if connection.sock is None:
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return bool(selector.select(0))


def _proxy_of(base: SplitResult) -> Optional[SplitResult]:
    """The proxy that the environment names for this server."""
    address = getproxies().get(base.scheme)
    if not address or proxy_bypass(base.netloc):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


def _sign_in(proxy: SplitResult) -> dict[str, str]:
    if not proxy.username:
        return {}
    words = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": "Basic " + base64.b64encode(words.encode()).decode()}
