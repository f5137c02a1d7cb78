-- The search index is one of our own, the same on both engines, and is entered in the background: lists of readers by any three
-- letters in a row, in segments of ids. An index of one that was before is entered anew.
DROP TRIGGER subscribers_search_delete;
DROP TRIGGER subscribers_search_update;
DROP VIEW subscribers_search_rows;
DROP TABLE subscribers_search;

-- Readers with an id below `built_to` are in the index.
CREATE TABLE search_state (
    id BIGINT PRIMARY KEY NOT NULL,
    built_to BIGINT NOT NULL
);
INSERT INTO search_state (id, built_to) VALUES (1, 0);

-- Ranges of ids: 2 to the power of `bits`, from `first_id`.
CREATE TABLE search_segments (
    first_id BIGINT PRIMARY KEY NOT NULL,
    bits INTEGER NOT NULL
);

-- The lists of a segment, in parts by what they are lists of.
CREATE TABLE search_parts (
    id INTEGER PRIMARY KEY NOT NULL,
    data BLOB NOT NULL
);

-- Readers whose text changed, or who are gone, since they were entered: what they were entered with. Emptied within seconds.
CREATE TABLE search_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    newsletter_id BIGINT NOT NULL,
    old_text TEXT NOT NULL,
    is_gone BOOLEAN NOT NULL
);
CREATE INDEX search_changes_subscriber ON search_changes (subscriber_id);
CREATE INDEX search_changes_changed ON search_changes (subscriber_id) WHERE NOT is_gone;
CREATE TRIGGER subscribers_search_delete AFTER DELETE ON subscribers WHEN old.search_text <> '' BEGIN
    INSERT INTO search_changes (subscriber_id, newsletter_id, old_text, is_gone)
        VALUES (old.id, old.newsletter_id, old.search_text, TRUE);
END;
CREATE TRIGGER subscribers_search_update AFTER UPDATE OF search_text ON subscribers WHEN new.search_text <> old.search_text BEGIN
    INSERT INTO search_changes (subscriber_id, newsletter_id, old_text, is_gone)
        VALUES (old.id, old.newsletter_id, old.search_text, FALSE);
END;
