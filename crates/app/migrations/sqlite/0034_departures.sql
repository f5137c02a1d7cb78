-- Who may be sent to no more: a commit of a campaign asks who left since its readers were read. Kept by triggers, so that no writer can
-- forget it; emptied within hours. The horizon is the number of the first row that a statement writes here.
CREATE TABLE departures (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    horizon BIGINT NOT NULL,
    -- NULL: an address that was suppressed, for all newsletters. 0: those before the horizon are forgotten.
    newsletter_id BIGINT,
    subscriber_id BIGINT,
    suppression_id BIGINT
);
CREATE INDEX departures_newsletter ON departures (newsletter_id, horizon);
CREATE INDEX departures_horizon ON departures (horizon);

CREATE TRIGGER departures_update AFTER UPDATE OF id, newsletter_id, status, email_key ON subscribers
WHEN old.status = 'active' AND (new.status <> 'active' OR new.email_key <> old.email_key OR new.id <> old.id
    OR new.newsletter_id <> old.newsletter_id) BEGIN
    INSERT INTO departures (horizon, newsletter_id, subscriber_id) VALUES (
        (SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'departures'), old.newsletter_id, old.id);
END;

CREATE TRIGGER departures_delete AFTER DELETE ON subscribers WHEN old.status = 'active' BEGIN
    INSERT INTO departures (horizon, newsletter_id, subscriber_id) VALUES (
        (SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'departures'), old.newsletter_id, old.id);
END;

CREATE TRIGGER departures_suppress AFTER INSERT ON suppressions BEGIN
    INSERT INTO departures (horizon, suppression_id) VALUES (
        (SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'departures'), new.id);
END;
CREATE TRIGGER departures_move AFTER UPDATE OF email_key ON suppressions BEGIN
    INSERT INTO departures (horizon, suppression_id) VALUES (
        (SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'departures'), new.id);
END;
