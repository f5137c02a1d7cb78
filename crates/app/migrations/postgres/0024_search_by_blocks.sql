-- The search looks at blocks of 65,536 ids, from the newest down, and at one newsletter where it is a small part of all: a
-- GIN index has no order of its own.
CREATE EXTENSION IF NOT EXISTS btree_gin;
DROP INDEX subscribers_search;
CREATE INDEX subscribers_search ON subscribers USING gin (search_text gin_trgm_ops, newsletter_id, (id >> 16));
