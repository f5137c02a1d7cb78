-- SQLite's index of the search is in the order of ids already; PostgreSQL's is not.
SELECT 1;
