-- Sending domains, what comes back after a mail, and who is not to be mailed again.

-- Of the installation (author_id null: shared) or of one author.
CREATE TABLE domains (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT REFERENCES authors (id) ON DELETE CASCADE,
    -- ASCII, lower case, no final dot.
    domain TEXT NOT NULL,
    notes TEXT,
    is_active BOOLEAN NOT NULL,
    -- `active` is not kept: it is a verified domain that a newsletter uses.
    verification_status TEXT NOT NULL
        CHECK (verification_status IN ('pending_dns', 'dns_configured', 'verifying', 'verified', 'failed')),
    status_reason TEXT,
    -- Since when it has this status.
    status_since BIGINT NOT NULL,
    ses_verified BOOLEAN NOT NULL DEFAULT FALSE,
    ses_dkim_verified BOOLEAN NOT NULL DEFAULT FALSE,
    -- The whole installation's identity at Amazon SES is made for this domain.
    has_ses_identity BOOLEAN NOT NULL DEFAULT FALSE,
    -- JSON: what Amazon SES wants as CNAME records.
    ses_dkim_tokens TEXT NOT NULL DEFAULT '[]',
    tracking_host TEXT,
    -- Mails a day, UTC; 0: no limit.
    daily_send_limit BIGINT NOT NULL DEFAULT 0,
    -- The day (since the Unix epoch, UTC) of the first step of the warm-up curve; null: no warm-up.
    warm_up_from BIGINT,
    metrics_since BIGINT NOT NULL,
    metrics_sent BIGINT NOT NULL DEFAULT 0,
    metrics_bounced BIGINT NOT NULL DEFAULT 0,
    metrics_soft_bounced BIGINT NOT NULL DEFAULT 0,
    metrics_complained BIGINT NOT NULL DEFAULT 0,
    -- Looks in a row that found something missing.
    failures BIGINT NOT NULL DEFAULT 0,
    checked_at BIGINT,
    -- Null: is not looked at without being asked.
    next_check_at BIGINT,
    verified_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX domains_own ON domains (author_id, domain) WHERE author_id IS NOT NULL;
CREATE UNIQUE INDEX domains_shared ON domains (domain) WHERE author_id IS NULL;
CREATE INDEX domains_due ON domains (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX newsletters_domain ON newsletters (domain_id) WHERE domain_id IS NOT NULL;

-- DKIM keys (RFC 6376 §3.1: a selector each). `next` until its record is found, then `active`; `retired` keys sign nothing.
CREATE TABLE domain_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    domain_id BIGINT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    selector TEXT NOT NULL,
    algorithm TEXT NOT NULL CHECK (algorithm IN ('rsa-sha256', 'ed25519-sha256')),
    -- The value of its record.
    public_record TEXT NOT NULL,
    -- PKCS #8, sealed with a key derived from the installation's secret.
    private_key BLOB NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('next', 'active', 'retired')),
    created_at BIGINT NOT NULL,
    retired_at BIGINT
);
CREATE UNIQUE INDEX domain_keys_selector ON domain_keys (domain_id, selector);

-- The records that the domain's owner puts into the DNS, and what was found there.
CREATE TABLE domain_records (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    domain_id BIGINT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    record_type TEXT NOT NULL CHECK (record_type IN ('TXT', 'CNAME', 'MX')),
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    ttl BIGINT,
    is_required BOOLEAN NOT NULL,
    status TEXT NOT NULL DEFAULT 'unchecked' CHECK (status IN ('unchecked', 'found', 'missing', 'wrong', 'unknown')),
    -- JSON: what the DNS has at that name.
    found TEXT NOT NULL DEFAULT '[]',
    advice TEXT,
    checked_at BIGINT
);
CREATE UNIQUE INDEX domain_records_name ON domain_records (domain_id, purpose, name);

-- Every change of a domain's state, with its reason.
CREATE TABLE domain_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    domain_id BIGINT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    reason TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX domain_history_domain ON domain_history (domain_id, id);

-- Mails of a domain on one day (days since the Unix epoch, UTC): dots that were written and not refused.
CREATE TABLE domain_days (
    domain_id BIGINT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    day BIGINT NOT NULL,
    sent BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (domain_id, day)
);

-- Addresses that nothing is sent to, whoever's reader they are.
CREATE TABLE suppressions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('hard_bounce', 'complaint', 'soft_bounces', 'manual')),
    -- Who said so: smtp, report, ses, manual.
    source TEXT NOT NULL,
    detail TEXT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX suppressions_email_key ON suppressions (email_key);
CREATE INDEX suppressions_reason ON suppressions (reason, id);

-- What became of a mail after it was sent: beside the ledger, never a rewriting of it. Each kind once per mail.
CREATE TABLE delivery_events (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('bounced', 'soft_bounced', 'complained', 'delivered')),
    source TEXT NOT NULL,
    enhanced_code TEXT,
    detail TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (newsletter_id, run_id, subscriber_id, kind),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_events_kind ON delivery_events (run_id, kind, subscriber_id);

ALTER TABLE campaign_runs ADD COLUMN domain_id BIGINT;
ALTER TABLE campaign_runs ADD COLUMN bounced BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN soft_bounced BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN complained BIGINT NOT NULL DEFAULT 0;
-- Readers who show that they read come first while a domain warms up: lower goes first.
ALTER TABLE campaign_runs ADD COLUMN is_ranked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE delivery_chunks ADD COLUMN priority SMALLINT NOT NULL DEFAULT 0;
DROP INDEX delivery_chunks_open;
CREATE INDEX delivery_chunks_open ON delivery_chunks (run_id, priority, chunk_no) WHERE is_open;

ALTER TABLE subscribers ADD COLUMN soft_bounces BIGINT NOT NULL DEFAULT 0;
-- When the reader last showed to read: subscribed, confirmed, changed preferences.
ALTER TABLE subscribers ADD COLUMN engaged_at BIGINT;

-- What an author has to be told on the dashboard until it is dismissed.
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    detail TEXT,
    href TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX notices_author ON notices (author_id, id);

-- A receiving provider that asked to slow down, by the domain of its mail hosts: shared by all nodes, kept over a crash.
CREATE TABLE throttles (
    mx_group TEXT PRIMARY KEY NOT NULL,
    paused_until BIGINT NOT NULL,
    strikes BIGINT NOT NULL,
    reason TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
