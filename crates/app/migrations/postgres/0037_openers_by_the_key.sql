-- A good part of those who have a row here have opened: whoever asks for those goes through the rows by their key. That one first opened may then be written
-- where the row is.
DROP INDEX engagements_opened;
