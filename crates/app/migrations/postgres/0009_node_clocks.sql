-- Nodes judge each other by the database's time. This is how far a node's own clock is ahead of it, in milliseconds.
ALTER TABLE nodes ADD COLUMN clock_ahead BIGINT NOT NULL DEFAULT 0;
