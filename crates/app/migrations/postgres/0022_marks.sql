-- The plain path, from intent to sent, of the readers of one lease of a chunk: a bit for each position among the chunk's ids
-- (the lowest bit of a byte first), and two bytes for the time. Nobody has a bit here and a row in deliveries.
CREATE TABLE delivery_marks (
    newsletter_id BIGINT NOT NULL,
    run_id BIGINT NOT NULL,
    chunk_no BIGINT NOT NULL,
    lease_no BIGINT NOT NULL,
    -- Who held the lease, and alone writes here.
    node_id BIGINT NOT NULL,
    -- Goes up with each write; negative once the node is gone and what it had begun was put in doubt.
    version BIGINT NOT NULL,
    -- Times are seconds since this one: of the Date header until it is sent, then when that was. Little-endian.
    dated_from BIGINT NOT NULL,
    in_flight BYTEA NOT NULL,
    sent BYTEA NOT NULL,
    seconds BYTEA NOT NULL,
    -- The server's answer to all that were sent; whoever got another has a row.
    code SMALLINT,
    enhanced_code TEXT,
    PRIMARY KEY (newsletter_id, run_id, chunk_no, lease_no),
    FOREIGN KEY (newsletter_id, run_id) REFERENCES campaign_runs (newsletter_id, id) ON DELETE CASCADE
) WITH (fillfactor = 30);
-- A row of 2.3 kB stays in its page, so that a write of it touches one.
ALTER TABLE delivery_marks ALTER COLUMN in_flight SET STORAGE PLAIN;
ALTER TABLE delivery_marks ALTER COLUMN sent SET STORAGE PLAIN;
ALTER TABLE delivery_marks ALTER COLUMN seconds SET STORAGE PLAIN;

-- How often it was leased.
ALTER TABLE delivery_chunks ADD COLUMN lease_no BIGINT NOT NULL DEFAULT 0;
-- In which chunks a reader may stand: chunks overlap where not all readers are sent to at once.
CREATE INDEX delivery_chunks_readers ON delivery_chunks (newsletter_id, run_id, last_id, first_id, chunk_no);
-- Rows of earlier versions to whom it was plainly sent have become marks.
ALTER TABLE delivery_chunks ADD COLUMN is_packed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX delivery_chunks_unpacked ON delivery_chunks (run_id, chunk_no) WHERE NOT is_open AND NOT is_packed;
