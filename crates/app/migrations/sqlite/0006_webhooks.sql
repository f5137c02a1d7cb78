-- What authors' own servers are told, signed as Standard Webhooks says.

CREATE TABLE webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    -- A set of bits, one per kind of event.
    events BIGINT NOT NULL,
    description TEXT,
    is_active BOOLEAN NOT NULL,
    -- Sealed with a key derived from the installation's secret.
    secret BLOB NOT NULL,
    -- The one before the last rotation, and until when it signs as well.
    old_secret BLOB,
    old_secret_until BIGINT,
    -- Number of the last event that was put into the queue.
    sequence BIGINT NOT NULL DEFAULT 0,
    last_delivery_id BIGINT,
    -- The first failure since the last success, and rounds that failed since.
    failing_since BIGINT,
    failures BIGINT NOT NULL DEFAULT 0,
    paused_until BIGINT NOT NULL DEFAULT 0,
    disabled_at BIGINT,
    disabled_reason TEXT,
    -- When the next delivery may be attempted; null: nothing waits.
    due_at BIGINT,
    -- Who attempts its deliveries, and until when nobody else does.
    lease_token BIGINT NOT NULL DEFAULT 0,
    lease_until BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX webhooks_author ON webhooks (author_id, id);
CREATE INDEX webhooks_listening ON webhooks (author_id) WHERE is_active;
CREATE INDEX webhooks_failing ON webhooks (id) WHERE failing_since IS NOT NULL AND is_active;
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL;

-- The outbox: written in the transaction that makes an event true, emptied into the queues of the webhooks. Without a
-- foreign key, so that whatever happens waits for no other row.
CREATE TABLE webhook_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    event_id TEXT NOT NULL,
    author_id BIGINT NOT NULL,
    type TEXT NOT NULL,
    -- Whom it is about, so that a reader who wants to be forgotten is found.
    subscriber_id BIGINT,
    -- JSON, kept as it was written.
    data TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX webhook_events_subscriber ON webhook_events (author_id, subscriber_id) WHERE subscriber_id IS NOT NULL;

-- One row per webhook and event, test or replay.
CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    webhook_id BIGINT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    author_id BIGINT NOT NULL,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    subscriber_id BIGINT,
    data TEXT NOT NULL,
    -- When it happened.
    at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'test')),
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Of the last attempt.
    status BIGINT,
    error TEXT,
    duration_ms BIGINT,
    response TEXT,
    created_at BIGINT NOT NULL,
    next_attempt_at BIGINT,
    delivered_at BIGINT
);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_state ON webhook_deliveries (webhook_id, state, id);
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (webhook_id, sequence, id) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at) WHERE state <> 'pending';
CREATE INDEX webhook_deliveries_subscriber ON webhook_deliveries (author_id, subscriber_id) WHERE subscriber_id IS NOT NULL;

-- One row: who holds it empties the outbox, or makes a webhook.
CREATE TABLE webhook_turn (id BIGINT PRIMARY KEY NOT NULL);
INSERT INTO webhook_turn (id) VALUES (1);
