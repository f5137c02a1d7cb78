-- Blocks that an author keeps to use in other mails.
CREATE TABLE saved_blocks (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (LENGTH(name) BETWEEN 1 AND 100),
    -- JSON as text, so that it comes back as it was sent, order of keys included.
    block TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX saved_blocks_author ON saved_blocks (author_id, id);
