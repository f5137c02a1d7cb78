-- Reusable mails of the block editor, and the author's images.

CREATE TABLE templates (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    preheader TEXT,
    is_active BOOLEAN NOT NULL,
    -- Rises with every saved change; each one is a row of template_versions.
    revision BIGINT NOT NULL,
    block_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    -- JSON as text, so that it comes back as it was sent, order of keys included.
    blocks TEXT NOT NULL,
    theme TEXT,
    html_content TEXT
);
CREATE INDEX templates_author ON templates (author_id, id);

-- The last 50 saves, the present one included.
CREATE TABLE template_versions (
    template_id BIGINT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    preheader TEXT,
    block_count BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    blocks TEXT NOT NULL,
    theme TEXT,
    html_content TEXT,
    PRIMARY KEY (template_id, revision)
);
CREATE INDEX template_versions_author ON template_versions (author_id);

-- Bytes by their SHA-256, once for everybody who has them.
CREATE TABLE media_files (
    digest BLOB PRIMARY KEY NOT NULL,
    content_type TEXT NOT NULL CHECK (content_type IN ('image/png', 'image/jpeg', 'image/gif')),
    bytes BLOB NOT NULL
);

CREATE TABLE media (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    -- The file of full width.
    digest BLOB NOT NULL,
    content_type TEXT NOT NULL,
    animated BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX media_author ON media (author_id, id);
CREATE UNIQUE INDEX media_author_digest ON media (author_id, digest);

-- The files of an image: position 0 has full width. A file that none of these rows names is not served.
CREATE TABLE media_renditions (
    media_id BIGINT NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    digest BLOB NOT NULL REFERENCES media_files (digest),
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (media_id, position)
);
CREATE INDEX media_renditions_digest ON media_renditions (digest);
CREATE INDEX media_renditions_author ON media_renditions (author_id, media_id);

ALTER TABLE campaigns ADD COLUMN theme TEXT;
-- Rises with every saved change.
ALTER TABLE campaigns ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
