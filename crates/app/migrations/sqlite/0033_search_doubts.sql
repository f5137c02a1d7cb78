-- The lists of the search have another form, and are entered anew in the background.
UPDATE search_state SET built_to = 0;
DELETE FROM search_segments;
DELETE FROM search_parts;
