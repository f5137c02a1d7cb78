-- Who has a tag, in the order in which lists show them. Kept by triggers, so that no writer can forget it.
CREATE TABLE subscriber_tags (
    newsletter_id BIGINT NOT NULL,
    tag TEXT NOT NULL,
    status TEXT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    PRIMARY KEY (newsletter_id, tag, status, subscriber_id)
) WITHOUT ROWID;

INSERT OR IGNORE INTO subscriber_tags (newsletter_id, tag, status, subscriber_id)
SELECT s.newsletter_id, t.value, s.status, s.id FROM subscribers s, json_each(s.tags) t WHERE s.tags <> '[]';

CREATE TRIGGER subscriber_tags_insert AFTER INSERT ON subscribers WHEN new.tags <> '[]' BEGIN
    INSERT INTO subscriber_tags (newsletter_id, tag, status, subscriber_id)
    SELECT DISTINCT new.newsletter_id, value, new.status, new.id FROM json_each(new.tags);
END;

CREATE TRIGGER subscriber_tags_delete AFTER DELETE ON subscribers WHEN old.tags <> '[]' BEGIN
    DELETE FROM subscriber_tags WHERE newsletter_id = old.newsletter_id
    AND tag IN (SELECT value FROM json_each(old.tags)) AND status = old.status AND subscriber_id = old.id;
END;

CREATE TRIGGER subscriber_tags_update AFTER UPDATE OF tags, status ON subscribers
WHEN (old.tags <> '[]' OR new.tags <> '[]') AND (old.tags <> new.tags OR old.status <> new.status) BEGIN
    DELETE FROM subscriber_tags WHERE newsletter_id = old.newsletter_id
    AND tag IN (SELECT value FROM json_each(old.tags)) AND status = old.status AND subscriber_id = old.id;
    INSERT INTO subscriber_tags (newsletter_id, tag, status, subscriber_id)
    SELECT DISTINCT new.newsletter_id, value, new.status, new.id FROM json_each(new.tags);
END;
