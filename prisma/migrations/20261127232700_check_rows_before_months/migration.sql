-- Reads each table once, while calls read and write it. A table with a row of a later time (an id of another version) keeps its
-- constraint unchecked; the next migration moves such rows.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['match_inputs', 'session_steps', 'telemetry', 'audit_entries', 'usage_days', 'model_days'] LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT before_months', name);
    EXCEPTION WHEN check_violation THEN
      NULL;
    END;
  END LOOP;
END $$;

-- The keys of rows in months: the column by which the table is partitioned is in each.
CREATE UNIQUE INDEX telemetry_of_session ON telemetry (session_id, id);
CREATE UNIQUE INDEX audit_entries_of_agent ON audit_entries (agent_id, at, id);
