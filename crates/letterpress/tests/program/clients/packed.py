"""What most programs want, by the packed client: uploads, pages, refusals, repeated calls, progress and downloads."""

import csv
import sys
import tempfile
import time
from pathlib import Path

from letterpress_client import ApiError, Client, Progress
from letterpress_client.types import CreateImport, Import

PATIENCE = 120


def imported(import_id: int) -> Import:
    began = time.monotonic()
    while (seen := client.get_import(import_id))["status"] != "done":
        assert time.monotonic() - began < PATIENCE, seen
        time.sleep(0.05)
    return seen


client = Client(sys.argv[1], sys.argv[2])
newsletter = client.create_newsletter({"name": "The Quick Web", "from_name": "Ada", "from_prefix": "ada"})["id"]
again = [
    client.create_newsletter({"name": "B", "from_name": "B", "from_prefix": "b"}, idempotency_key="b") for _ in "ab"
]
assert again[0] == again[1], again
client.delete_newsletter(again[0]["id"])

try:
    client.create_subscriber(newsletter, {"email": "nobody"})
    raise AssertionError("It took an address that is none.")
except ApiError as error:
    assert (error.status, error.code) == (422, "invalid_fields"), error
    assert error.field_error("email"), error.errors

with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "subscribers.csv")
    file.write_text("E-Post,first name\nrea@example.com,Rea\nbo@example.com,Bo\nbad,x\n")
    upload: CreateImport = {"file": file, "mode": "add", "mapping": {"E-Post": "email", "first name": "first_name"}}
    begun = client.create_import(newsletter, upload, idempotency_key="subscribers")
    assert client.create_import(newsletter, upload, idempotency_key="subscribers")["id"] == begun["id"]
done = imported(begun["id"])
assert (done["created"], done["failed"]) == (2, 1), done
subscribers = client.list_subscribers(newsletter, limit=1)
assert [it["email"] for it in subscribers] == ["rea@example.com", "bo@example.com"], list(subscribers)
assert [(page.total, len(page)) for page in subscribers.pages()] == [(2, 1), (2, 1)]
found = client.put_subscriber(newsletter, "rea@example.com", {"tags": ["a/b ü"]})
assert [it["id"] for it in client.list_subscribers(newsletter, tag="a/b ü")] == [found["id"]]

html = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Leave</a></p>'
campaign = client.create_campaign(newsletter, {"subject": "May", "html_content": html})["id"]
attached = client.create_attachment(newsletter, campaign, {"file": ("programme.pdf", b"%PDF-1.4")})
assert (attached["file_name"], attached["content_type"]) == ("programme.pdf", "application/pdf"), attached
assert not [it for it in client.check_campaign(newsletter, campaign)["checks"] if it["level"] == "error"]
client.send_campaign(newsletter, campaign)
for progress in client.get_campaign_progress(newsletter, campaign):
    assert progress.keys() == Progress.__annotations__.keys(), progress
report = client.get_campaign_report(newsletter, campaign)
assert (report["status"], report["ledger"]["sent"], report["ledger"]["intended"]) == ("sent", 2, 2), report
with client.export_deliveries(newsletter, campaign).lines() as lines:
    assert len(list(csv.DictReader(lines))) == 2
captured = next(iter(client.list_captured_mail(campaign_id=campaign)))
assert "Subject: May" in client.get_raw_captured_mail(captured["id"]).text()
print("sent to", report["ledger"]["sent"])
