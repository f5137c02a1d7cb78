-- What campaigns said before: while one is written, the last 50 states worth going back to, the present one included.
CREATE TABLE campaign_versions (
    campaign_id BIGINT NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
    -- The campaign's when this was last saved.
    revision BIGINT NOT NULL,
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    -- The key of the program that saved it; none for the author at the dashboard. It may be gone.
    api_key_id BIGINT,
    -- Saves that follow one another are one version from the first of them on.
    began_at BIGINT NOT NULL,
    saved_at BIGINT NOT NULL,
    subject TEXT NOT NULL,
    preheader TEXT,
    html_content TEXT NOT NULL,
    text_content TEXT,
    -- JSON as text, as it was sent.
    blocks TEXT,
    theme TEXT,
    ab_test TEXT,
    PRIMARY KEY (campaign_id, revision)
);
CREATE INDEX campaign_versions_newsletter ON campaign_versions (newsletter_id, campaign_id);
