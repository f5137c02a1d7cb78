import base64
import hashlib
import hmac
import time
import unittest
from typing import Union

from letterpress_client import WebhookVerificationError, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
BODY = '{"type":"email.clicked","timestamp":"2026-12-01T08:00:00Z","sequence":4,"data":{"campaign_id":9,"link":"ü"}}'
AT = 1_796_112_000


def sign(secret: str, at: int = AT, body: str = BODY) -> str:
    """By the standard's recipe, apart from the code under test."""
    mac = hmac.new(base64.b64decode(secret[6:]), f"evt_1.{at}.{body}".encode(), hashlib.sha256)
    return "v1," + base64.b64encode(mac.digest()).decode()


class Webhooks(unittest.TestCase):
    def headers(self, **over: str) -> "dict[str, str]":
        given = {"id": "evt_1", "timestamp": str(AT), "signature": sign(SECRET), **over}
        return {f"webhook-{name}": value for name, value in given.items()}

    def test_it_knows_the_example_of_the_standards_libraries(self) -> None:
        headers = {
            "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "Webhook-Timestamp": "1614265330",
            "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        message = verify_webhook('{"test": 2432232314}', headers, SECRET, now=1_614_265_330)
        self.assertEqual(message, {"test": 2432232314})

    def test_it_gives_what_a_right_one_says(self) -> None:
        bodies: list[Union[str, bytes]] = [BODY, BODY.encode()]
        for body in bodies:
            message = verify_webhook(body, self.headers(), SECRET, now=AT)
            assert message["type"] == "email.clicked"
            self.assertEqual((message["sequence"], message["data"]["link"]), (4, "ü"))

    def test_one_right_signature_among_several_is_enough(self) -> None:
        both = f"{sign(OTHER)} v2,abc v1,é {sign(SECRET)}"
        self.assertEqual(verify_webhook(BODY, self.headers(signature=both), SECRET, now=AT)["sequence"], 4)

    def test_the_clock_is_the_machines(self) -> None:
        now = int(time.time())
        headers = self.headers(timestamp=str(now), signature=sign(SECRET, now))
        self.assertEqual(verify_webhook(BODY, headers, SECRET)["sequence"], 4)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, self.headers(timestamp="1600000000", signature=sign(SECRET, 1_600_000_000)), SECRET)

    def test_it_refuses_what_is_not_right(self) -> None:
        refused = {
            "a changed body": (BODY.replace("9", "8"), self.headers(), SECRET, AT),
            "another id": (BODY, self.headers(id="evt_2"), SECRET, AT),
            "another secret": (BODY, self.headers(), OTHER, AT),
            "a timestamp that was not signed": (BODY, self.headers(timestamp=str(AT + 1)), SECRET, AT),
            "a signature of another kind": (BODY, self.headers(signature=sign(SECRET)[3:]), SECRET, AT),
            "an old message": (BODY, self.headers(), SECRET, AT + 301),
            "a message from the future": (BODY, self.headers(), SECRET, AT - 301),
            "a timestamp that is no number": (BODY, self.headers(timestamp="1e9"), SECRET, AT),
            "digits that are not these": (BODY, self.headers(timestamp="²"), SECRET, AT),
            "a missing header": (BODY, self.headers(signature=""), SECRET, AT),
        }
        for what, (body, headers, secret, now) in refused.items():
            with self.subTest(what), self.assertRaises(WebhookVerificationError):
                verify_webhook(body, headers, secret, now=now)

    def test_the_tolerance_is_the_callers(self) -> None:
        self.assertEqual(verify_webhook(BODY, self.headers(), SECRET, now=AT + 301, tolerance=301)["sequence"], 4)

    def test_a_secret_that_is_none_is_a_mistake_of_the_program(self) -> None:
        for secret in ("not base64!", SECRET + "!", "whsec_", ""):
            with self.assertRaises(ValueError):
                verify_webhook(BODY, self.headers(), secret, now=AT)
