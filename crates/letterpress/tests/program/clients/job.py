"""What most programs want, by the client that was generated: a newsletter, its readers, a campaign, its report."""

import io
import sys
import time

from letterpress_client import AuthenticatedClient
from letterpress_client.api.campaigns import check_campaign, create_campaign, get_campaign_report, send_campaign
from letterpress_client.api.imports import create_import, get_import
from letterpress_client.api.newsletters import create_newsletter, list_newsletters
from letterpress_client.api.subscribers import create_subscriber, list_subscribers
from letterpress_client.models import (
    Campaign,
    CreateImport,
    CreateNewsletter,
    CreateSubscriber,
    NewCampaign,
    Newsletter,
    ProblemBody,
    Report,
)
from letterpress_client.types import File

PATIENCE = 120


def until(what, look, is_so):
    began = time.monotonic()
    while not is_so(seen := look()):
        assert time.monotonic() - began < PATIENCE, f"never {what}: {seen}"
        time.sleep(0.05)
    return seen


client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)

newsletter = create_newsletter.sync(
    client=client, body=CreateNewsletter(name="The Slow Web", from_name="Ada", from_prefix="ada")
)
assert isinstance(newsletter, Newsletter), newsletter
assert [it.id for it in list_newsletters.sync(client=client)] == [newsletter.id]

refused = create_subscriber.sync(newsletter.id, client=client, body=CreateSubscriber(email="nobody"))
assert isinstance(refused, ProblemBody) and refused.errors[0].field == "email", refused

file = File(payload=io.BytesIO(b"email,first name\nrea@example.com,Rea\nbo@example.com,Bo\nbad,x\n"), file_name="r.csv")
begun = create_import.sync(newsletter.id, client=client, body=CreateImport(file=file), idempotency_key="readers")
done = until("imported", lambda: get_import.sync(begun.id, client=client), lambda it: it.status == "done")
assert (done.created, done.failed) == (2, 1), done
readers = list_subscribers.sync_detailed(newsletter.id, client=client, limit=1)
assert readers.headers["x-total-count"] == "2" and readers.parsed[0].email == "rea@example.com", readers

draft = NewCampaign(subject="May", html_content='<p>Hello {{ subscriber.first_name }}</p><p><a href="{{ unsubscribe_url }}">Leave</a></p>')
campaign = create_campaign.sync(newsletter.id, client=client, body=draft)
assert isinstance(campaign, Campaign), campaign
checks = check_campaign.sync(newsletter.id, campaign.id, client=client)
assert not [it for it in checks.checks if it.level == "error"], checks
sent = send_campaign.sync(newsletter.id, campaign.id, client=client, idempotency_key="may")
assert not isinstance(sent, ProblemBody), sent


def report():
    return get_campaign_report.sync(newsletter.id, campaign.id, client=client)


told = until("sent", report, lambda it: it.status == "sent")
assert isinstance(told, Report), told
assert (told.ledger.intended, told.ledger.sent) == (2, 2), told
print("sent to", told.ledger.sent)
