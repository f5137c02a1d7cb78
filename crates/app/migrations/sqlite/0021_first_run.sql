-- A newsletter to look around in: nothing is sent from it.
ALTER TABLE newsletters ADD COLUMN is_sample BOOLEAN NOT NULL DEFAULT FALSE;

-- What was made for an author to look around in, so that exactly that goes again. Any of it may be gone.
CREATE TABLE sample_data (
    author_id BIGINT PRIMARY KEY REFERENCES authors (id) ON DELETE CASCADE,
    newsletter_id BIGINT NOT NULL DEFAULT 0,
    campaign_id BIGINT NOT NULL DEFAULT 0,
    campaign_revision BIGINT NOT NULL DEFAULT 0,
    template_id BIGINT NOT NULL DEFAULT 0,
    template_revision BIGINT NOT NULL DEFAULT 0,
    -- A list of ids.
    subscriber_ids TEXT NOT NULL,
    made_at BIGINT NOT NULL
);

-- Whether the Overview shows the first steps for as long as some are left.
ALTER TABLE author_settings ADD COLUMN checklist BOOLEAN NOT NULL DEFAULT TRUE;
