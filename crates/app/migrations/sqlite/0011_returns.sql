-- What came back and was not understood, and which soft bounces speak against a mailbox.

-- Mails to the addresses for returns that no rule reads. The newest are kept, for administrators.
CREATE TABLE unknown_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- unclear: a failure of our mail for a reason we do not know; unknown: no report that we know; unproven: not shown to
    -- be about a mail of ours.
    reason TEXT NOT NULL CHECK (reason IN ('unclear', 'unknown', 'unproven')),
    -- The mail of ours that it came back for; null when unproven.
    newsletter_id BIGINT REFERENCES newsletters (id) ON DELETE CASCADE,
    campaign_id BIGINT,
    subscriber_id BIGINT,
    sender TEXT,
    subject TEXT,
    -- Its start.
    text TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    -- SHA-256 of the whole mail: a mailbox may be read twice.
    digest BLOB NOT NULL,
    received_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX unknown_reports_digest ON unknown_reports (digest);
CREATE INDEX unknown_reports_reason ON unknown_reports (reason, id);
CREATE INDEX unknown_reports_at ON unknown_reports (received_at);
CREATE INDEX unknown_reports_newsletter ON unknown_reports (newsletter_id, id) WHERE newsletter_id IS NOT NULL;

-- A soft bounce that says something of the mailbox (full, switched off), not of the way there. What was counted before
-- did not tell them apart, so it counts no more, and neither does subscribers.soft_bounces.
ALTER TABLE delivery_events ADD COLUMN counts BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX delivery_events_counts ON delivery_events (newsletter_id, subscriber_id, run_id) WHERE counts;
