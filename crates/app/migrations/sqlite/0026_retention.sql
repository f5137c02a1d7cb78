-- Since when nobody knows any more who opened and clicked; the figures stay.
ALTER TABLE campaign_runs ADD COLUMN forgotten_at BIGINT;
-- Rows of what was forgotten are still going.
ALTER TABLE campaign_runs ADD COLUMN is_forgetting BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX campaign_runs_known ON campaign_runs (finished_at) WHERE forgotten_at IS NULL AND state = 'done';
CREATE INDEX campaign_runs_forgetting ON campaign_runs (forgotten_at) WHERE is_forgetting;
