import csv
import io
import json
import os
import tempfile
import threading
import tracemalloc
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import cast

from letterpress_client import ApiConnectionError, ApiError, File

from .scripted import LARGE, Asked, Lost, Reply, ServerCase, problem, told

CSV = b"email,first name\nrea@example.com,Rea\n"


def parts_of(asked: Asked) -> dict[str, Message]:
    head = f"Content-Type: {asked.headers['Content-Type']}\r\n\r\n".encode()
    parts = cast("list[Message]", message_from_bytes(head + asked.body).get_payload())
    return {str(part.get_param("name", header="content-disposition")): part for part in parts}


class Uploads(ServerCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_form_has_the_file_and_what_else_is_said(self) -> None:
        path = self.folder / "subscribers.csv"
        path.write_bytes(CSV)
        self.answers(told({"id": 4}, 202))
        begun = self.client.create_import(3, {"file": path, "mode": "add", "mapping": {"first name": None}})
        self.assertEqual(begun["id"], 4)
        parts = parts_of(self.asked[0])
        self.assertEqual(parts["file"].get_payload(decode=True), CSV)
        self.assertEqual(
            (parts["file"].get_filename(), parts["file"].get_content_type()), ("subscribers.csv", "text/csv")
        )
        self.assertEqual(parts["mode"].get_payload(), "add")
        self.assertEqual(json.loads(str(parts["mapping"].get_payload())), {"first name": None})
        self.assertRegex(self.asked[0].headers["Idempotency-Key"], "^[0-9a-f-]{36}$")

    def test_whatever_it_is_it_is_sent_again_whole(self) -> None:
        path = self.folder / 'a "b".csv'
        path.write_bytes(CSV)
        reading, writing = os.pipe()
        with open(writing, "wb") as pipe:
            pipe.write(CSV)
        opened = path.open("rb")
        skipped = io.BytesIO(b"skip" + CSV)
        skipped.seek(4)
        with opened, open(reading, "rb") as piped:
            files: dict[str, File] = {
                "a %22b%22.csv": str(path),
                "b.csv": ("b.csv", CSV),
                "c.csv": ("c.csv", skipped),
                "d.csv": ("/home/d.csv", piped),
                "file": CSV,
            }
            for name, file in {**files, "a %22b%22.csv ": opened}.items():
                self.server.asked.clear()
                self.answers(Lost(), problem(503, Retry_After="0"), told({}, 202))
                self.client.create_import(3, {"file": file})
                for asked in self.asked:
                    part = parts_of(asked)["file"]
                    self.assertEqual((part.get_filename(), part.get_payload(decode=True)), (name.strip(), CSV))
                self.assertEqual(len({asked.headers["Idempotency-Key"] for asked in self.asked}), 1)
                self.assertEqual(len(self.asked), 3)
            self.assertFalse(opened.closed)

    def test_a_large_file_is_never_held(self) -> None:
        path = self.folder / "large.csv"
        with path.open("wb") as file:
            file.truncate(32 * LARGE)
        self.answers(told({}, 202))
        with Memory() as memory:
            self.client.create_import(3, {"file": path})
        self.assertGreater(self.asked[0].size, 32 * LARGE)
        self.assertLess(memory.peak, 4 * LARGE)

    def test_a_refusal_before_the_end_of_an_upload_is_told(self) -> None:
        path = self.folder / "large.csv"
        with path.open("wb") as file:
            file.truncate(32 * LARGE)
        refusal = problem(413, "payload_too_large")
        refusal.is_heard = False
        self.answers(refusal, told({}))
        with self.assertRaises(ApiError) as raised:
            self.client.create_import(3, {"file": path})
        self.assertEqual(raised.exception.code, "payload_too_large")
        # What was left of the upload does not go before the next call.
        self.client.get_me()
        self.assertNotEqual(self.asked[0].peer, self.asked[1].peer)

    def test_a_file_that_is_not_there_is_no_lost_connection(self) -> None:
        with self.assertRaises(FileNotFoundError):
            self.client.create_media({"file": self.folder / "none.png"})
        self.assertEqual(self.asked, [])


class Downloads(ServerCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_it_is_a_file_to_read_from(self) -> None:
        csv_reply = Reply(200, [CSV[:9], CSV[9:]], {"Content-Type": "text/csv"})
        self.answers(csv_reply, csv_reply, csv_reply)
        with self.client.export_subscribers(3) as download:
            self.assertEqual((download.read(), download.content_type), (CSV, "text/csv"))
        self.assertEqual(self.client.export_subscribers(3).text(), CSV.decode())
        with self.client.export_subscribers(3).lines() as lines:
            self.assertEqual(list(csv.DictReader(lines)), [{"email": "rea@example.com", "first name": "Rea"}])

    def test_it_is_saved_whole_or_not_at_all(self) -> None:
        path = self.folder / "subscribers.csv"
        path.write_bytes(b"older")
        for cut in (Reply(200, CSV, is_cut=True), Reply(200, [CSV], is_cut=True)):
            self.answers(cut)
            with self.assertRaises(ApiConnectionError):
                self.client.export_subscribers(3).save(path)
            self.assertEqual((path.read_bytes(), os.listdir(self.folder)), (b"older", ["subscribers.csv"]))
        self.answers(Lost(), Reply(200, CSV))
        with path.open("rb") as older:
            self.client.export_subscribers(3).save(path)
            self.assertEqual(older.read(), b"older")
        self.assertEqual((path.read_bytes(), os.listdir(self.folder)), (CSV, ["subscribers.csv"]))

    def test_a_large_one_is_never_held(self) -> None:
        piece = bytes(LARGE)
        self.answers(Reply(200, [piece] * 32))
        with Memory() as memory:
            self.client.export_account().save(self.folder / "account.zip")
        self.assertEqual((self.folder / "account.zip").stat().st_size, 32 * LARGE)
        self.assertLess(memory.peak, 4 * LARGE)

    def test_its_connection_is_used_again_when_it_was_read_to_its_end(self) -> None:
        self.answers(Reply(200, [CSV]), told({}), Reply(200, [CSV]), told({}))
        self.client.export_subscribers(3).text()
        self.client.get_me()
        with self.client.export_subscribers(3):
            pass
        self.client.get_me()
        first, second, third, fourth = (asked.peer for asked in self.asked)
        self.assertTrue(first == second == third != fourth)

    def test_a_refusal_is_an_error_before_anything_is_read(self) -> None:
        self.answers(problem(404, "not_found"))
        with self.assertRaises(ApiError):
            self.client.export_subscribers(3)


def event(name: str, sent: int) -> bytes:
    return b'event: %s\ndata: {"ledger":\ndata: {"sent": %d}}\n\n' % (name.encode(), sent)


class Progress(ServerCase):
    def sent(self) -> "list[int]":
        return [progress["ledger"]["sent"] for progress in self.client.get_campaign_progress(1, 9)]

    def test_it_is_told_as_it_comes(self) -> None:
        seen = threading.Event()
        waits: list[bool] = []
        pieces = [b": keep-alive\n\n" + event("progress", 1), event("done", 2)]
        self.answers(
            Reply(200, pieces, {"Content-Type": "text/event-stream"}, then=lambda: waits.append(seen.wait(10)))
        )
        for progress in self.client.get_campaign_progress(1, 9):
            seen.set()
        self.assertEqual(progress["ledger"]["sent"], 2)
        self.assertTrue(waits[0])

    def test_a_broken_stream_is_opened_again(self) -> None:
        cut = Reply(200, [event("progress", 1), b"event: progress\ndata: {"], is_cut=True)
        ended = Reply(200, [event("progress", 2)])
        done = Reply(200, [event("done", 3), event("progress", 4)])
        self.answers(cut, ended, Lost(), cut, ended, Lost(), cut, ended, done)
        self.assertEqual(self.sent(), [1, 2] * 3 + [3])

    def test_it_gives_up_on_a_stream_that_tells_nothing(self) -> None:
        self.answers(*[Reply(200, [b": keep-alive\n\n"]) for _ in range(5)])
        with self.assertRaises(ApiConnectionError):
            self.sent()
        self.assertEqual(len(self.asked), 5)

    def test_a_campaign_that_is_gone_ends_it(self) -> None:
        self.answers(Reply(200, [event("progress", 1)]), problem(404, "not_found"))
        with self.assertRaises(ApiError):
            self.sent()


class Memory:
    """The largest amount of it that was taken meanwhile, in bytes."""

    peak = 0

    def __enter__(self) -> "Memory":
        tracemalloc.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
