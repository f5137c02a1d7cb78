-- Opens and clicks that wait to be counted, many to a row: records of 32 octets, big-endian: campaign 8, reader 8, time 8,
-- times 4, link 2, kind 1 (1 open, 2 click, 3 the link that no person sees), agent 1 (as the program gave itself away: 0 a
-- person's, 1 a privacy proxy, 2 a robot).
CREATE TABLE tracking_batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- The time of the oldest record.
    first_at BIGINT NOT NULL,
    -- How many records.
    hits BIGINT NOT NULL,
    records BLOB NOT NULL
);
CREATE INDEX tracking_batches_first_at ON tracking_batches (first_at, id);
INSERT INTO tracking_batches (first_at, hits, records)
SELECT at, 1, unhex(printf('%016x%016x%016x%08x%04x%02x%02x', campaign_id, subscriber_id, at, times, link_no, kind, agent))
FROM tracking_inbox ORDER BY at, id;
DROP TABLE tracking_inbox;
-- A row for each open and click, which nothing read: figures and readers' engagement are counted as they come in.
DROP TABLE tracking_events;

-- How many records of each journal the database has; kept for good, since a journal's file may come back with a copy of its
-- folder.
CREATE TABLE tracking_journals (
    id BIGINT PRIMARY KEY NOT NULL,
    taken BIGINT NOT NULL
);
