-- Times are milliseconds since the Unix epoch, UTC. The PostgreSQL twin has the same tables and columns.

CREATE TABLE installation (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id = 1),
    instance_id TEXT NOT NULL,
    secret_fingerprint TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- One row per process start; `instance` tells which data folder it ran in.
CREATE TABLE nodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    instance TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    heartbeat_at BIGINT NOT NULL,
    stopped_at BIGINT,
    -- When what it left in flight was put in doubt; null while it lives.
    swept_at BIGINT
);

CREATE TABLE authors (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    name TEXT NOT NULL,
    company TEXT,
    time_zone TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('author', 'admin')),
    password_hash TEXT,
    issuer TEXT,
    subject TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX authors_email_key ON authors (email_key);
CREATE UNIQUE INDEX authors_subject ON authors (issuer, subject);

CREATE TABLE refresh_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    family_id TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_author ON refresh_tokens (author_id);

CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (key_hash);
CREATE INDEX api_keys_author ON api_keys (author_id, id);

CREATE TABLE idempotency_keys (
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    key_hash BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    status INTEGER,
    content_type TEXT,
    body BLOB,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (author_id, key_hash)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE newsletters (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    description TEXT,
    from_name TEXT NOT NULL,
    from_prefix TEXT NOT NULL,
    domain_id BIGINT,
    reply_to TEXT,
    is_active BOOLEAN NOT NULL,
    public_id TEXT NOT NULL,
    double_opt_in BOOLEAN NOT NULL,
    in_doubt_policy TEXT NOT NULL CHECK (in_doubt_policy IN ('resend', 'hold')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX newsletters_public_id ON newsletters (public_id);
CREATE INDEX newsletters_author ON newsletters (author_id, id);

-- Moved in the transaction that changes a reader; no page counts readers.
CREATE TABLE newsletter_counters (
    newsletter_id BIGINT PRIMARY KEY NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    active BIGINT NOT NULL DEFAULT 0,
    unsubscribed BIGINT NOT NULL DEFAULT 0,
    pending BIGINT NOT NULL DEFAULT 0,
    bounced BIGINT NOT NULL DEFAULT 0,
    complained BIGINT NOT NULL DEFAULT 0
);

-- `day` counts days since the Unix epoch, UTC.
CREATE TABLE daily_stats (
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    new_subscribers BIGINT NOT NULL DEFAULT 0,
    unsubscribed BIGINT NOT NULL DEFAULT 0,
    campaigns_sent BIGINT NOT NULL DEFAULT 0,
    emails_sent BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (newsletter_id, day)
);

CREATE TABLE subscribers (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    first_name TEXT,
    last_name TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'unsubscribed', 'pending', 'bounced', 'complained')),
    attributes TEXT NOT NULL DEFAULT '{}',
    tags TEXT NOT NULL DEFAULT '[]',
    -- What a search looks through: key of the address, a line break, both names; lower case.
    search_text TEXT NOT NULL DEFAULT '',
    subscribed_at BIGINT NOT NULL,
    unsubscribed_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX subscribers_email_key ON subscribers (newsletter_id, email_key);
CREATE INDEX subscribers_newsletter ON subscribers (newsletter_id, id);
CREATE INDEX subscribers_status ON subscribers (newsletter_id, status, id);
CREATE INDEX subscribers_subscribed_at ON subscribers (newsletter_id, subscribed_at);

-- Finds readers by any three letters in a row. It keeps no positions and no sizes, so a hit is checked against
-- search_text again. One trigram of private-use letters names the newsletter, so that a search walks its readers alone;
-- two more stand for the first letter and the first two letters of the address, which three letters cannot find.
CREATE VIRTUAL TABLE subscribers_search USING fts5(
    newsletter, first_letter, first_letters, text,
    content = '', columnsize = 0, detail = none, tokenize = 'trigram'
);
-- A batch of an import becomes one segment instead of many.
INSERT INTO subscribers_search (subscribers_search, rank) VALUES ('hashsize', 8388608);
-- New readers are entered by whoever adds them, many at once: a trigger would flush the index with every statement.
CREATE VIEW subscribers_search_rows (id, newsletter, first_letter, first_letters, text) AS SELECT id,
    char(983040 + (newsletter_id >> 24 & 4095), 983040 + (newsletter_id >> 12 & 4095), 983040 + (newsletter_id & 4095)),
    char(983040, 983040) || substr(search_text, 1, 1), char(983040) || substr(search_text, 1, 2), search_text
    FROM subscribers WHERE search_text <> '';
CREATE TRIGGER subscribers_search_delete AFTER DELETE ON subscribers WHEN old.search_text <> '' BEGIN
    INSERT INTO subscribers_search (subscribers_search, rowid, newsletter, first_letter, first_letters, text) VALUES ('delete', old.id,
        char(983040 + (old.newsletter_id >> 24 & 4095), 983040 + (old.newsletter_id >> 12 & 4095), 983040 + (old.newsletter_id & 4095)),
        char(983040, 983040) || substr(old.search_text, 1, 1), char(983040) || substr(old.search_text, 1, 2), old.search_text);
END;
CREATE TRIGGER subscribers_search_update AFTER UPDATE OF search_text ON subscribers WHEN new.search_text <> old.search_text BEGIN
    INSERT INTO subscribers_search (subscribers_search, rowid, newsletter, first_letter, first_letters, text) SELECT 'delete', old.id,
        char(983040 + (old.newsletter_id >> 24 & 4095), 983040 + (old.newsletter_id >> 12 & 4095), 983040 + (old.newsletter_id & 4095)),
        char(983040, 983040) || substr(old.search_text, 1, 1), char(983040) || substr(old.search_text, 1, 2), old.search_text
        WHERE old.search_text <> '';
    INSERT INTO subscribers_search (rowid, newsletter, first_letter, first_letters, text)
        SELECT id, newsletter, first_letter, first_letters, text FROM subscribers_search_rows WHERE id = new.id;
END;

CREATE TABLE imports (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('update', 'add')),
    mapping TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    reason TEXT,
    bytes_total BIGINT NOT NULL,
    bytes_read BIGINT NOT NULL DEFAULT 0,
    rows_read BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL DEFAULT 0,
    updated BIGINT NOT NULL DEFAULT 0,
    unchanged BIGINT NOT NULL DEFAULT 0,
    protected BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    -- Rows whose address came again further down: the last one counts.
    duplicates BIGINT NOT NULL DEFAULT 0,
    -- When its runner last said that it lives; a running import that is silent too long starts again.
    heartbeat_at BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX imports_author ON imports (author_id, id);
CREATE INDEX imports_newsletter ON imports (newsletter_id, id);
CREATE INDEX imports_open ON imports (id) WHERE status IN ('queued', 'running');

CREATE TABLE import_errors (
    import_id BIGINT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    line BIGINT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (import_id, line, field)
);

CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    subject TEXT NOT NULL,
    preheader TEXT,
    html_content TEXT NOT NULL,
    text_content TEXT,
    blocks TEXT,
    segment TEXT,
    status TEXT NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
    pause_reason TEXT,
    -- Rises on every pause, resume and cancel: a commit point of an older epoch fails.
    epoch BIGINT NOT NULL DEFAULT 0,
    in_doubt_policy TEXT NOT NULL CHECK (in_doubt_policy IN ('resend', 'hold')),
    scheduled_at BIGINT,
    started_at BIGINT,
    sent_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX campaigns_author ON campaigns (author_id, id);
CREATE INDEX campaigns_author_status ON campaigns (author_id, status, id);
CREATE INDEX campaigns_newsletter ON campaigns (newsletter_id, id);
CREATE INDEX campaigns_open ON campaigns (status) WHERE status IN ('sending', 'paused', 'cancelled');

-- One row per firing of a campaign: the frozen content, the frozen audience's size and where each reader stands.
-- Queued readers have no delivery row: queued = intended minus every counter here.
CREATE TABLE campaign_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    newsletter_id BIGINT NOT NULL,
    occurrence_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('preparing', 'sending', 'done')),
    content BLOB NOT NULL,
    freeze_cursor BIGINT NOT NULL DEFAULT 0,
    freeze_upper BIGINT NOT NULL,
    next_chunk BIGINT NOT NULL DEFAULT 0,
    intended BIGINT NOT NULL DEFAULT 0,
    claimed BIGINT NOT NULL DEFAULT 0,
    committing BIGINT NOT NULL DEFAULT 0,
    sent BIGINT NOT NULL DEFAULT 0,
    deferred BIGINT NOT NULL DEFAULT 0,
    failed BIGINT NOT NULL DEFAULT 0,
    suppressed BIGINT NOT NULL DEFAULT 0,
    skipped BIGINT NOT NULL DEFAULT 0,
    cancelled BIGINT NOT NULL DEFAULT 0,
    in_doubt BIGINT NOT NULL DEFAULT 0,
    held BIGINT NOT NULL DEFAULT 0,
    started_at BIGINT NOT NULL,
    finished_at BIGINT,
    UNIQUE (newsletter_id, id)
);
CREATE UNIQUE INDEX campaign_runs_occurrence ON campaign_runs (campaign_id, occurrence_at);
CREATE INDEX campaign_runs_open ON campaign_runs (state) WHERE state <> 'done';

-- The frozen audience: 1,000 reader ids a row, ascending, as delta varints (LEB128).
CREATE TABLE delivery_chunks (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    chunk_no BIGINT NOT NULL,
    first_id BIGINT NOT NULL,
    last_id BIGINT NOT NULL,
    readers BIGINT NOT NULL,
    ids BLOB NOT NULL,
    is_open BOOLEAN NOT NULL,
    -- Who works on it.
    node_id BIGINT,
    PRIMARY KEY (newsletter_id, run_id, chunk_no),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_chunks_open ON delivery_chunks (run_id, chunk_no) WHERE is_open;

-- One row per reader, made with the durable intent (or with the reason why there was none).
-- state: 1 queued again, 2 claimed again, 3 committing, 4 committing a later attempt, 5 sent, 6 deferred, 7 failed, 8 skipped,
-- 9 suppressed, 10 cancelled, 11 in doubt, 12 held.
CREATE TABLE deliveries (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    attempts SMALLINT NOT NULL,
    -- How often an attempt ended with nobody knowing whether it arrived.
    doubts SMALLINT NOT NULL DEFAULT 0,
    attempt_id BIGINT NOT NULL,
    node_id BIGINT NOT NULL,
    -- Zero unless the row waits: the earliest time of its next attempt.
    not_before BIGINT NOT NULL DEFAULT 0,
    -- The Date header of every attempt.
    dated_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    code SMALLINT,
    enhanced_code TEXT,
    reason TEXT,
    PRIMARY KEY (newsletter_id, run_id, subscriber_id),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
-- Everything but the plain path (committing, sent), which would pay for it twice a mail.
CREATE INDEX deliveries_state ON deliveries (run_id, state, not_before, subscriber_id) WHERE state NOT IN (3, 5);
CREATE INDEX deliveries_doubts ON deliveries (run_id, subscriber_id) WHERE doubts > 0;

-- Mail kept by the capture: transport.
CREATE TABLE captured_mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    newsletter_id BIGINT REFERENCES newsletters (id) ON DELETE CASCADE,
    campaign_id BIGINT REFERENCES campaigns (id) ON DELETE CASCADE,
    subscriber_id BIGINT,
    kind TEXT NOT NULL CHECK (kind IN ('campaign', 'test', 'account')),
    message_id TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    recipient_key TEXT NOT NULL,
    subject TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    raw BLOB NOT NULL,
    captured_at BIGINT NOT NULL
);
CREATE INDEX captured_mail_author ON captured_mail (author_id, id);
CREATE INDEX captured_mail_newsletter ON captured_mail (newsletter_id, id);
CREATE INDEX captured_mail_campaign ON captured_mail (campaign_id, id);
CREATE INDEX captured_mail_recipient ON captured_mail (campaign_id, subscriber_id);

CREATE TABLE activities (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT,
    href TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX activities_author ON activities (author_id, id);
