-- Who has a tag, in the order in which lists show them. Kept by triggers, so that no writer can forget it.
CREATE TABLE subscriber_tags (
    newsletter_id BIGINT NOT NULL,
    tag TEXT COLLATE "C" NOT NULL,
    status TEXT NOT NULL,
    subscriber_id BIGINT NOT NULL,
    PRIMARY KEY (newsletter_id, tag, status, subscriber_id)
);

-- Nobody writes between what is read here and the triggers below.
LOCK TABLE subscribers IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO subscriber_tags (newsletter_id, tag, status, subscriber_id)
SELECT DISTINCT s.newsletter_id, t.tag, s.status, s.id
FROM subscribers s CROSS JOIN LATERAL jsonb_array_elements_text(s.tags) AS t (tag) WHERE s.tags <> '[]';

CREATE FUNCTION follow_subscriber_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM subscriber_tags WHERE newsletter_id = OLD.newsletter_id
        AND tag IN (SELECT jsonb_array_elements_text(OLD.tags)) AND status = OLD.status AND subscriber_id = OLD.id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO subscriber_tags (newsletter_id, tag, status, subscriber_id)
        SELECT DISTINCT NEW.newsletter_id, t.tag, NEW.status, NEW.id FROM jsonb_array_elements_text(NEW.tags) AS t (tag)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER subscriber_tags_insert AFTER INSERT ON subscribers
FOR EACH ROW WHEN (NEW.tags <> '[]') EXECUTE FUNCTION follow_subscriber_tags();

CREATE TRIGGER subscriber_tags_delete AFTER DELETE ON subscribers
FOR EACH ROW WHEN (OLD.tags <> '[]') EXECUTE FUNCTION follow_subscriber_tags();

CREATE TRIGGER subscriber_tags_update AFTER UPDATE OF tags, status ON subscribers
FOR EACH ROW WHEN ((OLD.tags <> '[]' OR NEW.tags <> '[]') AND (OLD.tags <> NEW.tags OR OLD.status <> NEW.status))
EXECUTE FUNCTION follow_subscriber_tags();
