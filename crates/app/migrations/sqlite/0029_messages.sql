-- Emails to one person each, sent by a program for what that person did. One row each: its own ledger.
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    newsletter_id BIGINT NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
    template_id BIGINT,
    recipient TEXT NOT NULL,
    recipient_key TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- claimed: a node has it, and has certainly not written the dot; committing: it may have.
    state TEXT NOT NULL
        CHECK (state IN ('queued', 'claimed', 'committing', 'sent', 'deferred', 'failed', 'suppressed', 'in_doubt')),
    reason TEXT,
    -- Rises each time that a node takes it, so that one that is too late knows.
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Sent again after it was in doubt.
    is_repeated BOOLEAN NOT NULL DEFAULT FALSE,
    -- While it is to be sent: not before this time; while a node has it, when its lease ends.
    due_at BIGINT,
    -- The installation's node that has it, or had it last.
    node TEXT,
    sender TEXT NOT NULL,
    -- The whole message, not signed yet; null once nothing is to be sent any more.
    raw BLOB,
    -- What came back: bounced, soft_bounced, complained or delivered.
    returned TEXT,
    returned_at BIGINT,
    returned_detail TEXT,
    created_at BIGINT NOT NULL,
    -- Not tried any more after this.
    give_up_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX messages_author ON messages (author_id, id);
CREATE INDEX messages_newsletter ON messages (newsletter_id, id);
CREATE INDEX messages_recipient ON messages (author_id, recipient_key, id);
CREATE INDEX messages_state ON messages (author_id, state, id);
CREATE INDEX messages_due ON messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX messages_held ON messages (due_at) WHERE state IN ('claimed', 'committing');
CREATE INDEX messages_created ON messages (created_at);
