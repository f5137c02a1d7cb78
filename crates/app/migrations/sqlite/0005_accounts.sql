-- Mails about accounts, and what sign-in has to remember.

-- Mails from the installation to people, until they have left. A row goes with its mail: it may hold a link that signs in.
CREATE TABLE account_mails (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- Whom it is about; null for somebody who has no account (any more).
    author_id BIGINT REFERENCES authors (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    -- Left part of the Message-ID, the same on every attempt.
    message_key TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text_body TEXT NOT NULL,
    html_body TEXT,
    created_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL DEFAULT 0,
    -- Not before this time; while a node sends it, when its lease ends.
    due_at BIGINT NOT NULL
);
CREATE INDEX account_mails_due ON account_mails (due_at);
CREATE INDEX account_mails_author ON account_mails (author_id);
