-- What a newsletter speaks to its subscribers: an ISO 639 code that the product has words in.
ALTER TABLE newsletters ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
