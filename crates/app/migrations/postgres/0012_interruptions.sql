-- Whose attempt at a request holds its key: who was overtaken finds another's at its commit.
ALTER TABLE idempotency_keys ADD COLUMN attempt TEXT NOT NULL DEFAULT '';

-- Where an import goes on after an interruption: rows of the file in parts that were written whole, rows of the part that
-- is being written, and how many of its readers, in the order of their addresses, are in.
ALTER TABLE imports ADD COLUMN rows_whole BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN part_rows BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN part_written BIGINT NOT NULL DEFAULT 0;
