-- Chunks of one span may overlap, those of different spans do not: the highest id of the chunk's span. Whoever looks for a
-- reader need not look at the chunks of other spans.
ALTER TABLE delivery_chunks ADD COLUMN span_last_id BIGINT NOT NULL DEFAULT 9223372036854775807;
DROP INDEX delivery_chunks_readers;
UPDATE delivery_chunks SET span_last_id = spans.last_of_all FROM (
    SELECT newsletter_id, run_id, chunk_no, MAX(last_id) OVER (PARTITION BY newsletter_id, run_id, span) AS last_of_all
    FROM (
        SELECT newsletter_id, run_id, chunk_no, last_id,
            SUM(begins) OVER (PARTITION BY newsletter_id, run_id ORDER BY first_id, chunk_no) AS span
        FROM (
            SELECT newsletter_id, run_id, chunk_no, first_id, last_id,
                CASE WHEN first_id <= MAX(last_id) OVER (
                    PARTITION BY newsletter_id, run_id ORDER BY first_id, chunk_no
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) THEN 0 ELSE 1 END AS begins
            FROM delivery_chunks
        ) AS chunks
    ) AS numbered
) AS spans
WHERE delivery_chunks.newsletter_id = spans.newsletter_id AND delivery_chunks.run_id = spans.run_id
    AND delivery_chunks.chunk_no = spans.chunk_no;
CREATE INDEX delivery_chunks_spans ON delivery_chunks (newsletter_id, run_id, span_last_id, first_id, chunk_no, last_id);
