-- Readers who opened or clicked: whoever asks how many did not need not count.
ALTER TABLE campaign_runs ADD COLUMN engaged_readers BIGINT NOT NULL DEFAULT 0;
UPDATE campaign_runs SET engaged_readers = (SELECT COUNT(*) FROM engagements WHERE engagements.newsletter_id = campaign_runs.newsletter_id
    AND engagements.run_id = campaign_runs.id AND (opened_at IS NOT NULL OR clicked_at IS NOT NULL));
