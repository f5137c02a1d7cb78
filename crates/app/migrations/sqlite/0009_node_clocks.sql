-- Nodes judge each other by the database's time. This is how far a node's own clock is ahead of it, in milliseconds.
ALTER TABLE nodes ADD COLUMN clock_ahead BIGINT NOT NULL DEFAULT 0;

-- Counts end where the server reads them, at 16 bits; this engine let them go on.
UPDATE deliveries SET doubts = 32767 WHERE doubts > 0 AND doubts > 32767;
