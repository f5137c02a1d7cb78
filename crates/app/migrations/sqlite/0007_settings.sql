-- What an author settles for themselves, what is mailed to them about it, and what is left of an account that goes.

-- Names of scopes with a space between them.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'full';
ALTER TABLE api_keys ADD COLUMN expires_at BIGINT;
