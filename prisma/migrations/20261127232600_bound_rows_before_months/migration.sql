-- The tables that grow without bound are partitioned by month in three steps, so that none holds up others for long. First each gets
-- a constraint that its rows are of the time before a month that is to come. It is not checked for the rows that are there.
-- UUIDs are of version 7: the month in which a match or a session began is in its id.
DO $$
DECLARE
  cut timestamptz := (date_trunc('month', (now() + interval '7 days') AT TIME ZONE 'utc') + interval '1 month') AT TIME ZONE 'utc';
  cut_id uuid := (lpad(to_hex((extract(epoch FROM cut) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
BEGIN
  EXECUTE format('ALTER TABLE match_inputs ADD CONSTRAINT before_months CHECK (match_id < %L::uuid) NOT VALID', cut_id);
  EXECUTE format('ALTER TABLE session_steps ADD CONSTRAINT before_months CHECK (session_id < %L::uuid) NOT VALID', cut_id);
  EXECUTE format('ALTER TABLE telemetry ADD CONSTRAINT before_months CHECK (session_id < %L::uuid) NOT VALID', cut_id);
  EXECUTE format('ALTER TABLE audit_entries ADD CONSTRAINT before_months CHECK (at < %L::timestamptz) NOT VALID', cut);
  EXECUTE format('ALTER TABLE usage_days ADD CONSTRAINT before_months CHECK (day < %L::date) NOT VALID', (cut AT TIME ZONE 'utc')::date);
  EXECUTE format('ALTER TABLE model_days ADD CONSTRAINT before_months CHECK (day < %L::date) NOT VALID', (cut AT TIME ZONE 'utc')::date);
END $$;
