-- A copy restored from a backup sends nothing until somebody confirms that it is the one that sends.

ALTER TABLE installation ADD COLUMN restored_at BIGINT;
-- Sending is held while this is absent or before `restored_at`.
ALTER TABLE installation ADD COLUMN sending_confirmed_at BIGINT;
-- When `letterpress backup` last came to its end.
ALTER TABLE installation ADD COLUMN backed_up_at BIGINT;
