-- What an author settles for themselves, what is mailed to them about it, and what is left of an account that goes.

-- Names of scopes with a space between them.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'full';
ALTER TABLE api_keys ADD COLUMN expires_at BIGINT;

-- An author without a row has the defaults.
CREATE TABLE author_settings (
    author_id BIGINT PRIMARY KEY NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    default_from_name TEXT,
    default_from_email TEXT,
    reply_to TEXT,
    campaign_reports BOOLEAN NOT NULL,
    security_alerts BOOLEAN NOT NULL,
    weekly_summary BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);

-- Mails that an author gets about a campaign, until they are written: `report` a day after its end, `trouble` at once.
CREATE TABLE campaign_notifications (
    campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('report', 'trouble')),
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (campaign_id, kind)
);
CREATE INDEX campaign_notifications_due ON campaign_notifications (due_at);
CREATE INDEX campaign_notifications_author ON campaign_notifications (author_id);

-- When the weekly summary is next due: 0 until it is known, or again after the author moved to another time zone.
CREATE TABLE weekly_summaries (
    author_id BIGINT PRIMARY KEY NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    -- The Monday of the latest one, in days since the Unix epoch.
    last_monday BIGINT NOT NULL
);
CREATE INDEX weekly_summaries_due ON weekly_summaries (due_at);

-- An account that was deleted: nothing of its author's is shown or sent, and a background step removes the rows.
ALTER TABLE authors ADD COLUMN deleted_at BIGINT;
CREATE INDEX authors_deleted ON authors (id) WHERE deleted_at IS NOT NULL;

-- Mail about accounts among that of campaigns.
CREATE INDEX captured_mail_account ON captured_mail (author_id, id) WHERE kind = 'account';
