-- Since when it is known that the address is the author's: by a mail that left, by the operator, or by the sign-in provider.
-- A link that was read in the built-in mailbox verifies an address and proves nothing.
ALTER TABLE authors ADD COLUMN email_proved_at BIGINT;
-- How addresses were verified until now is not known.
UPDATE authors SET email_proved_at = email_verified_at;
-- Whether the link left in a mail.
ALTER TABLE mail_tokens ADD COLUMN is_proof BOOLEAN NOT NULL DEFAULT TRUE;
