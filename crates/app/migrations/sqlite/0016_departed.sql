-- What words of an imported file mean, by what its author answered, and how many of its readers had left.
ALTER TABLE imports ADD COLUMN status_map TEXT NOT NULL DEFAULT '{}';
ALTER TABLE imports ADD COLUMN departed BIGINT NOT NULL DEFAULT 0;
