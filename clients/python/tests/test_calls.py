import os
import pickle
import ssl
import threading
import time
import warnings
from email.utils import formatdate
from unittest import mock

from letterpress_client import ApiConnectionError, ApiError, Client, LetterpressError
from letterpress_client.types import CreateNewsletter

from .scripted import Lost, Reply, ServerCase, problem, told

DRAFT: CreateNewsletter = {"name": "The Slow Web", "from_name": "Ada", "from_prefix": "ada"}


class Requests(ServerCase):
    def test_it_fills_the_path_writes_the_query_and_sends_the_key(self) -> None:
        self.answers(told({"id": 7}), told({"domain_status": "active"}))
        self.client.put_subscriber(7, "a/b+c@example.com", {"first_name": "Rea"})
        self.client.register_domain({"domain": "example.com"}, domain_type="user")
        put, post = self.asked
        self.assertEqual(put.target, "/api/newsletters/7/subscribers/by-email/a%2Fb%2Bc%40example.com")
        self.assertEqual((put.method, put.json()), ("PUT", {"first_name": "Rea"}))
        self.assertEqual(put.headers["Authorization"], "Bearer lp_key")
        self.assertNotIn("Idempotency-Key", put.headers)
        self.assertEqual(post.target, "/api/domains/register?domain_type=user")

    def test_truth_is_written_as_json_writes_it_and_what_is_absent_not_at_all(self) -> None:
        self.answers(Reply(204))
        self.client.delete_domain(3, remove_from_aws=False)
        self.assertEqual(self.targets(), ["/api/domains/3?remove_from_aws=false"])

    def test_a_base_below_a_path_keeps_it(self) -> None:
        self.answers(told({}))
        self.client_with(at="/news/").get_me()
        self.assertEqual(self.targets(), ["/news/api/me"])

    def test_a_missing_value_is_refused_before_anything_is_sent(self) -> None:
        with self.assertRaisesRegex(ValueError, "missing"):
            self.client.get_newsletter(None)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "https://"):
            Client("news.example.org")
        self.assertEqual(self.asked, [])

    def test_calls_share_a_connection_and_survive_its_end(self) -> None:
        self.answers(told({}), told({}), told({}))
        client = self.client_with(retries=0)
        client.get_me()
        client.get_me()
        self.assertEqual(self.asked[0].peer, self.asked[1].peer)
        client.close()
        client.get_me()
        self.assertNotEqual(self.asked[0].peer, self.asked[2].peer)

    def test_a_connection_that_the_server_ended_meanwhile_costs_no_attempt(self) -> None:
        self.answers(told({}), told({}))
        client = self.client_with(retries=0)
        client.get_me()
        (idle,) = client._idle
        idle.sock.shutdown(2)
        client.get_me()
        self.assertNotEqual(self.asked[0].peer, self.asked[1].peer)

    def test_a_forked_process_takes_no_connection_with_it(self) -> None:
        self.answers(told({}), told({}))
        self.client.get_me()
        with mock.patch("os.getpid", return_value=os.getpid() + 1):
            self.client.get_me()
        self.assertNotEqual(self.asked[0].peer, self.asked[1].peer)

    def test_a_call_that_is_going_to_end_says_so(self) -> None:
        self.answers(told({}, Deprecation="@1796112000", Sunset="Wed, 01 Dec 2027 08:00:00 GMT"))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.client.get_me()
        (warning,) = [one for one in caught if one.category is DeprecationWarning]
        self.assertIn("01 Dec 2027", str(warning.message))
        self.assertEqual(warning.filename, __file__)

    def test_what_is_not_json_is_not_from_letterpress(self) -> None:
        self.answers(Reply(200, b"<h1>Welcome</h1>", {"Content-Type": "text/html"}))
        with self.assertRaisesRegex(LetterpressError, "text/html"):
            self.client.get_me()

    def test_a_redirect_is_not_followed(self) -> None:
        self.answers(Reply(301, headers={"Location": "https://news.example.org/"}))
        with self.assertRaisesRegex(ApiError, "https://news.example.org/"):
            self.client.create_newsletter(DRAFT)
        self.assertEqual(len(self.asked), 1)

    def test_proxies_of_the_environment_are_used(self) -> None:
        proxy = self.origin.replace("//", "//user:pass%21@")
        with mock.patch.dict(os.environ, {"http_proxy": proxy, "https_proxy": proxy, "no_proxy": "direct.example.org"}):
            plain = Client("http://news.example.org", "lp_key")
            tunnel = Client("https://news.example.org", "lp_key", retries=0)
            self.assertIsNone(Client("http://direct.example.org")._proxy)
        self.answers(told({}), Reply(403))
        plain.get_me()
        plain.close()
        with self.assertRaises(ApiConnectionError):
            tunnel.get_me()
        self.assertEqual(self.targets(), ["http://news.example.org/api/me", "news.example.org:443"])
        self.assertEqual(self.asked[0].headers["Proxy-Authorization"], "Basic dXNlcjpwYXNzIQ==")
        self.assertEqual(self.asked[1].headers["Proxy-Authorization"], "Basic dXNlcjpwYXNzIQ==")
        self.assertNotIn("Authorization", self.asked[1].headers)


class Retries(ServerCase):
    def test_a_post_keeps_its_key_when_it_is_made_again(self) -> None:
        self.answers(Lost(), problem(503, Retry_After="0"), Reply(502, b"<h1>Bad Gateway</h1>"), told({"id": 1}, 201))
        self.assertEqual(self.client.create_newsletter(DRAFT)["id"], 1)
        keys = {asked.headers["Idempotency-Key"] for asked in self.asked}
        self.assertEqual((len(self.asked), len(keys)), (4, 1))
        self.assertRegex(keys.pop(), "^[0-9a-f-]{36}$")
        self.assertTrue(all(asked.json() == DRAFT for asked in self.asked))

    def test_each_call_has_a_key_of_its_own_or_the_callers(self) -> None:
        self.answers(told({}, 201), told({}, 201), told({}, 201))
        self.client.create_newsletter(DRAFT)
        self.client.create_newsletter(DRAFT)
        self.client.create_newsletter(DRAFT, idempotency_key="order-4711")
        first, second, third = (asked.headers["Idempotency-Key"] for asked in self.asked)
        self.assertNotEqual(first, second)
        self.assertEqual(third, "order-4711")

    def test_an_answer_that_is_cut_short_is_none(self) -> None:
        self.answers(Reply(200, b'{"id": 1}', is_cut=True), Reply(200, [b'{"id"'], is_cut=True), told({"id": 2}))
        self.assertEqual(self.client.get_me()["id"], 2)

    def test_it_waits_as_long_as_it_is_told(self) -> None:
        in_a_while = formatdate(time.time() + 40, usegmt=True)
        self.answers(problem(429, Retry_After="7"), problem(503, Retry_After=in_a_while), Lost(), told({}))
        with mock.patch("time.sleep") as sleep:
            self.client_with(backoff=1).get_me()
        first, second, third = (call.args[0] for call in sleep.call_args_list)
        self.assertEqual(first, 7)
        self.assertAlmostEqual(second, 39, delta=2)
        self.assertTrue(2 <= third <= 4, third)

    def test_it_does_not_wait_for_longer_than_it_may(self) -> None:
        self.answers(problem(429, "too_many_requests", Retry_After="60"), problem(429, Retry_After="60"))
        with mock.patch("time.sleep") as sleep, self.assertRaises(ApiError) as raised:
            self.client.get_me()
        self.assertEqual((sleep.call_count, len(self.asked), raised.exception.retry_after), (1, 2, 60))

    def test_it_waits_for_the_first_call_with_its_key(self) -> None:
        busy = [problem(409, "request_in_progress", Retry_After="0") for _ in range(9)]
        self.answers(Lost(), *busy, told({"id": 1}, 201))
        self.assertEqual(self.client.create_newsletter(DRAFT)["id"], 1)

    def test_a_certificate_that_is_not_trusted_is_not_tried_again(self) -> None:
        refused = ssl.SSLCertVerificationError("self-signed certificate")
        with mock.patch("http.client.HTTPConnection.request", side_effect=refused) as request:
            with self.assertRaisesRegex(ApiConnectionError, "self-signed"):
                self.client.get_me()
        self.assertEqual(request.call_count, 1)

    def test_it_gives_up_after_its_retries(self) -> None:
        self.answers(Lost(), problem(503, detail="Busy."), Lost(), Lost())
        with self.assertRaisesRegex(ApiConnectionError, "127.0.0.1") as lost:
            self.client_with(retries=2).get_me()
        self.assertIsInstance(lost.exception.__cause__, OSError)
        self.assertEqual(len(self.asked), 3)

    def test_refusals_are_not_tried_again(self) -> None:
        for status in (400, 401, 403, 404, 409, 422, 500, 507):
            self.answers(problem(status))
            with self.assertRaises(ApiError):
                self.client.get_me()
        self.assertEqual(len(self.asked), 8)

    def test_what_heeds_no_key_is_not_made_twice(self) -> None:
        self.answers(problem(503, Retry_After="0"), Lost())
        with self.assertRaises(ApiConnectionError):
            self.client.request_password_reset({"email": "rea@example.com"})
        self.answers(Reply(504))
        with self.assertRaises(ApiError):
            self.client.request_password_reset({"email": "rea@example.com"})
        self.assertEqual(len(self.asked), 3)

    def test_what_a_lost_call_deleted_is_deleted(self) -> None:
        self.answers(Lost(), problem(404), problem(404))
        self.client.delete_newsletter(1)
        with self.assertRaises(ApiError):
            self.client.delete_newsletter(1)

    def test_a_silent_server_is_a_lost_one(self) -> None:
        over = threading.Event()
        self.addCleanup(over.set)
        self.answers(Lost(until=over), told({"id": 1}))
        self.assertEqual(self.client_with(timeout=0.05).get_me()["id"], 1)


class Refusals(ServerCase):
    def test_a_refusal_is_an_error_with_its_fields(self) -> None:
        fields = [{"field": "name", "code": "required", "message": "Enter a name."}]
        body = {"type": "about:blank", "title": "Unprocessable Content", "status": 422, "code": "invalid_fields"}
        self.answers(told({**body, "detail": "A field is not right.", "errors": fields}, 422))
        with self.assertRaises(ApiError) as raised:
            self.client.create_newsletter({**DRAFT, "name": ""})
        for error in (raised.exception, pickle.loads(pickle.dumps(raised.exception))):
            self.assertEqual(str(error), "A field is not right.")
            self.assertEqual((error.status, error.code, error.type), (422, "invalid_fields", "about:blank"))
            self.assertEqual((error.title, error.errors), ("Unprocessable Content", fields))
            self.assertEqual(error.field_error("name"), "Enter a name.")
            self.assertIsNone(error.field_error("from_name"))

    def test_what_a_proxy_answers_is_an_error_too(self) -> None:
        self.answers(Reply(413, b"<h1>no</h1>"), told(["no"], 418))
        with self.assertRaises(ApiError) as raised:
            self.client.get_me()
        self.assertIn(str(raised.exception), ("Request Entity Too Large", "Content Too Large"))
        self.assertIsNone(raised.exception.code)
        with self.assertRaisesRegex(ApiError, "HTTP 418"):
            self.client.get_me()
