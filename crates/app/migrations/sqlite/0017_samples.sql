-- Who is in the sample of an A/B test, drawn while the audience is frozen: bounds within its parts, no readers. Null in runs
-- without a test, and in those that an earlier version began, whose readers are told by their ids alone.
ALTER TABLE campaign_runs ADD COLUMN sample TEXT;
