-- What a campaign, a sending domain and the mail server are doing just now: what stops a campaign by itself.

-- The last emails of a run, counted with their outcomes. Halved as it fills, so it forgets what is long past.
CREATE TABLE run_windows (
    run_id BIGINT PRIMARY KEY NOT NULL REFERENCES campaign_runs (id) ON DELETE CASCADE,
    -- A campaign that was resumed is counted afresh.
    epoch BIGINT NOT NULL,
    mails BIGINT NOT NULL,
    -- Refused for a reason that is not the reader's.
    refused BIGINT NOT NULL,
    -- Refused because nobody has the address.
    unknown_addresses BIGINT NOT NULL,
    -- The same since it began or was resumed, never halved.
    unknown_in_all BIGINT NOT NULL,
    doubts BIGINT NOT NULL,
    -- Unknown addresses nearly in a row, and when the first of them was refused.
    streak BIGINT NOT NULL,
    streak_since BIGINT NOT NULL,
    -- How often the run was stopped: each stop is overruled by whoever resumes, and the next needs twice as much.
    stops BIGINT NOT NULL
);

-- How mail from a domain fared, by the hour in which it left and the domain of the readers' addresses ('' for the rest).
CREATE TABLE domain_windows (
    domain_id BIGINT NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    -- Hours since the Unix epoch.
    hour BIGINT NOT NULL,
    receiver TEXT NOT NULL,
    sent BIGINT NOT NULL,
    bounced BIGINT NOT NULL,
    soft_bounced BIGINT NOT NULL,
    complained BIGINT NOT NULL,
    PRIMARY KEY (domain_id, hour, receiver)
);

CREATE INDEX domain_windows_hour ON domain_windows (hour);

-- Since when the node cannot hand mail over, in words for the operator and in words for authors; null: it can.
ALTER TABLE nodes ADD COLUMN trouble_since BIGINT;
ALTER TABLE nodes ADD COLUMN trouble_reason TEXT;
ALTER TABLE nodes ADD COLUMN trouble_told TEXT;
