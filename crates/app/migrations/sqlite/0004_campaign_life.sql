-- When campaigns leave, to whom of the audience, in which variant, and what readers do with them.

-- Whether opens and clicks are counted: full (per reader), anonymous (totals alone), none.
ALTER TABLE newsletters ADD COLUMN tracking TEXT NOT NULL DEFAULT 'full' CHECK (tracking IN ('full', 'anonymous', 'none'));

-- JSON: how `scheduled_at` came about; null for a campaign that is not scheduled.
ALTER TABLE campaigns ADD COLUMN schedule TEXT;
-- JSON: the rule of a campaign that makes an issue at each occurrence.
ALTER TABLE campaigns ADD COLUMN repeat TEXT;
ALTER TABLE campaigns ADD COLUMN repeat_times BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN last_issue_id BIGINT;
-- JSON: what was read of the feed.
ALTER TABLE campaigns ADD COLUMN feed TEXT;
-- JSON: variants, sample and rule.
ALTER TABLE campaigns ADD COLUMN ab_test TEXT;
-- The campaign that this one was made from, and why.
ALTER TABLE campaigns ADD COLUMN origin_kind TEXT CHECK (origin_kind IN ('not_opened', 'not_sent', 'repeat', 'duplicate'));
ALTER TABLE campaigns ADD COLUMN origin_id BIGINT;
CREATE INDEX campaigns_due ON campaigns (scheduled_at) WHERE status = 'scheduled';
-- The newsletter's latest campaigns, for what is usual.
CREATE INDEX campaigns_newsletter_sent ON campaigns (newsletter_id, sent_at) WHERE status = 'sent';
CREATE INDEX campaigns_author_sent ON campaigns (author_id, sent_at) WHERE status = 'sent';

CREATE TABLE campaign_attachments (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    file_name TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    bytes BLOB NOT NULL
);
CREATE INDEX campaign_attachments_campaign ON campaign_attachments (campaign_id, id);

ALTER TABLE campaign_runs ADD COLUMN tracking TEXT NOT NULL DEFAULT 'none';
-- JSON: who of the audience gets it; null: everyone.
ALTER TABLE campaign_runs ADD COLUMN segment TEXT;
-- JSON: the schedule, when readers get it at their own local time.
ALTER TABLE campaign_runs ADD COLUMN local_time TEXT;
-- Readers who did it; in a campaign with anonymous tracking how often it was done.
ALTER TABLE campaign_runs ADD COLUMN opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN clicks BIGINT NOT NULL DEFAULT 0;
-- How often people did it.
ALTER TABLE campaign_runs ADD COLUMN all_opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN all_clicks BIGINT NOT NULL DEFAULT 0;
-- By proxies that load every picture, and by programs.
ALTER TABLE campaign_runs ADD COLUMN privacy_opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN robot_opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN robot_clicks BIGINT NOT NULL DEFAULT 0;
ALTER TABLE campaign_runs ADD COLUMN unsubscribed BIGINT NOT NULL DEFAULT 0;
-- A test of variants: waiting, decided or undecided; null for none.
ALTER TABLE campaign_runs ADD COLUMN ab_state TEXT CHECK (ab_state IN ('waiting', 'decided', 'undecided'));
ALTER TABLE campaign_runs ADD COLUMN ab_decides_at BIGINT;
ALTER TABLE campaign_runs ADD COLUMN ab_decided_at BIGINT;
-- Number of the variant that the rest of the readers get.
ALTER TABLE campaign_runs ADD COLUMN ab_rest SMALLINT;
ALTER TABLE campaign_runs ADD COLUMN ab_p_value DOUBLE PRECISION;
CREATE INDEX campaign_runs_ab ON campaign_runs (ab_decides_at) WHERE ab_state = 'waiting';

-- Readers of a chunk that wait for their local time, or (the largest number) for the winner of a test.
ALTER TABLE delivery_chunks ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;

CREATE TABLE run_variants (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    variant SMALLINT NOT NULL,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Of the sample.
    intended BIGINT NOT NULL DEFAULT 0,
    sent BIGINT NOT NULL DEFAULT 0,
    opens BIGINT NOT NULL DEFAULT 0,
    clicks BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (newsletter_id, run_id, variant),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
);

-- Where the links of a mail lead: the only places that a click is sent on to.
CREATE TABLE run_links (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    link_no BIGINT NOT NULL,
    url TEXT NOT NULL,
    label TEXT NOT NULL,
    clicks BIGINT NOT NULL DEFAULT 0,
    all_clicks BIGINT NOT NULL DEFAULT 0,
    robot_clicks BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (newsletter_id, run_id, link_no),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
);

-- First opens and first clicks, by hours since the start of the run.
CREATE TABLE run_hours (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    hour BIGINT NOT NULL,
    opens BIGINT NOT NULL DEFAULT 0,
    clicks BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (newsletter_id, run_id, hour),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
);

-- What one reader did with one mail. Links that were clicked by a person are a set of numbers (JSON).
CREATE TABLE engagements (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    opened_at BIGINT,
    clicked_at BIGINT,
    opens BIGINT NOT NULL DEFAULT 0,
    clicks BIGINT NOT NULL DEFAULT 0,
    links TEXT NOT NULL DEFAULT '[]',
    privacy_opens BIGINT NOT NULL DEFAULT 0,
    robot_opens BIGINT NOT NULL DEFAULT 0,
    robot_clicks BIGINT NOT NULL DEFAULT 0,
    -- A program was caught at this mail: until then its clicks are that program's.
    robot_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (newsletter_id, run_id, subscriber_id),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX engagements_opened ON engagements (run_id, subscriber_id) WHERE opened_at IS NOT NULL;
CREATE INDEX engagements_clicked ON engagements (run_id, subscriber_id) WHERE clicked_at IS NOT NULL;

-- Opens and clicks as they came in, until they are counted.
CREATE TABLE tracking_inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    campaign_id BIGINT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    -- 1 open, 2 click, 3 the link that no person sees.
    kind SMALLINT NOT NULL,
    link_no BIGINT NOT NULL,
    -- As the program gave itself away: 0 a person's, 1 a privacy proxy, 2 a robot.
    agent SMALLINT NOT NULL,
    -- How often within one commit.
    times BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX tracking_inbox_at ON tracking_inbox (at, id);
CREATE INDEX tracking_inbox_reader ON tracking_inbox (campaign_id, subscriber_id, at);

-- The same once counted, with the verdict; appended to and read reader by reader.
CREATE TABLE tracking_events (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    link_no BIGINT NOT NULL,
    agent SMALLINT NOT NULL,
    times BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (newsletter_id, run_id, subscriber_id, id),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
) WITHOUT ROWID;

-- One row: who holds it counts.
CREATE TABLE tracking_turn (id BIGINT PRIMARY KEY NOT NULL);
INSERT INTO tracking_turn (id) VALUES (1);

ALTER TABLE daily_stats ADD COLUMN opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN clicks BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN privacy_opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN robot_opens BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN robot_clicks BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN bounces BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_stats ADD COLUMN complaints BIGINT NOT NULL DEFAULT 0;
