-- The RSA key's record is needed, the Ed25519 key's is extra.
UPDATE domain_records SET is_required = FALSE WHERE purpose = 'dkim' AND value LIKE '%k=ed25519%';
-- Domains that are looked at by themselves are looked at anew: some were called verified without the RSA key's record.
UPDATE domains SET next_check_at = 0 WHERE next_check_at IS NOT NULL;
-- Advice is kept as a JSON list of its parts from now on; the next look writes it anew.
UPDATE domain_records SET advice = NULL;
