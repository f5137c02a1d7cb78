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

-- When somebody proved to read mail at the address.
ALTER TABLE authors ADD COLUMN email_verified_at BIGINT;

-- Browsers that are signed in. All refresh tokens of one sign-in are its family.
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    family_id TEXT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    method TEXT NOT NULL CHECK (method IN ('password', 'passkey', 'hosted')),
    user_agent TEXT,
    ip TEXT,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    -- JSON, encrypted: the tokens of a hosted provider.
    provider BLOB,
    -- While a node renews them.
    renewing_until BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX sessions_family ON sessions (family_id);
CREATE INDEX sessions_author ON sessions (author_id, id);
CREATE INDEX sessions_used ON sessions (last_used_at);

INSERT INTO sessions (family_id, author_id, method, created_at, last_used_at)
SELECT family_id, MIN(author_id), 'password', MIN(issued_at), MAX(issued_at) FROM refresh_tokens GROUP BY family_id;

-- Tokens of a hosted provider that were given to a session's browser, until they run out: one whose session is gone is
-- refused, also when the account is gone, so there is no foreign key.
CREATE TABLE session_bearers (
    token_hash BLOB PRIMARY KEY NOT NULL,
    author_id BIGINT NOT NULL,
    family_id TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_bearers_author ON session_bearers (author_id);
CREATE INDEX session_bearers_expiry ON session_bearers (expires_at);

-- Links in mails, known by their SHA-256 alone, each good for one use.
CREATE TABLE mail_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('password_reset', 'verify_email')),
    -- Where the mail went. One that verifies another address than the author's changes it.
    email TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mail_tokens_author ON mail_tokens (author_id, purpose);
CREATE INDEX mail_tokens_expiry ON mail_tokens (expires_at);

-- Authenticator apps (RFC 6238).
CREATE TABLE totp (
    author_id BIGINT PRIMARY KEY NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    -- Encrypted.
    secret BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    -- Null until the first code was entered.
    enabled_at BIGINT,
    -- The latest time step whose code was used.
    last_step BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (author_id, code_hash)
);

-- WebAuthn credentials.
CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    credential_id BLOB NOT NULL,
    -- A COSE_Key (RFC 9052 §7).
    public_key BLOB NOT NULL,
    sign_count BIGINT NOT NULL,
    -- JSON: how the authenticator is reached.
    transports TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_author ON passkeys (author_id, id);

-- What an authenticator is asked to sign, once.
CREATE TABLE passkey_challenges (
    id TEXT PRIMARY KEY NOT NULL,
    challenge BLOB NOT NULL,
    -- Who adds a passkey; null for a sign-in.
    author_id BIGINT REFERENCES authors (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_author ON passkey_challenges (author_id);

-- Sensitive acts, for the author they concern.
CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    author_id BIGINT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    detail TEXT,
    user_agent TEXT,
    ip TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX audit_log_author ON audit_log (author_id, id);
CREATE INDEX audit_log_at ON audit_log (at);
