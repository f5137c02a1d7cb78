-- Mails of a run that a node has written down without a look: counters of its own, so that nodes do not wait for one another's commits.
-- They are added to the run's when it ends.
CREATE TABLE run_counts (
    run_id BIGINT NOT NULL REFERENCES campaign_runs (id) ON DELETE CASCADE,
    node_id BIGINT NOT NULL,
    -- Negative where a look counted in the run what was begun, and this node alone what it came to.
    committing BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    -- JSON: of them, what the figures of the domain do not have yet.
    waiting TEXT,
    PRIMARY KEY (run_id, node_id)
);
