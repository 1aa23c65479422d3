-- Partitions are in a schema of their own: whoever lists tables, such as a backup, meets each table once.
CREATE SCHEMA IF NOT EXISTS "partitions";

-- Each table becomes the first partition of a table with its name, and is not rewritten. Rows that belong elsewhere are moved. What is
-- after `cut` goes to the partition `later`, from which the product makes one for each month ahead of time.
CREATE FUNCTION pg_temp.partition_by_month(name text, key text, first text, cut text, moved_where text, past text) RETURNS void AS $$
DECLARE
  old text := name || '_until_' || to_char(current_setting('botplay.cut')::date, 'YYYY_MM');
BEGIN
  EXECUTE format('ALTER TABLE public.%I SET SCHEMA partitions', name);
  EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', name, old);
  EXECUTE format('CREATE TABLE public.%I (LIKE partitions.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (%I)', name, old, key);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT IF EXISTS before_months', name);
  EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name || '_later', name);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%s) TO (%s)', name, name || '_later', cut, past);
  EXECUTE format('CREATE TEMP TABLE moved ON COMMIT DROP AS WITH gone AS (DELETE FROM partitions.%I WHERE %s RETURNING *) SELECT * FROM gone',
    old, moved_where);
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%s) TO (%s)', name, old, first, cut);
  EXECUTE format('ALTER TABLE partitions.%I DROP CONSTRAINT IF EXISTS before_months', old);
END $$ LANGUAGE plpgsql;

SET LOCAL datestyle = 'ISO, YMD';
-- The month until which rows stay where they are: that of the constraints of before.
SELECT set_config('botplay.cut', substring(pg_get_constraintdef(oid) FROM '\d{4}-\d{2}-\d{2}'), true)
  FROM pg_constraint WHERE conrelid = 'usage_days'::regclass AND conname = 'before_months';
SELECT set_config('botplay.cut_id',
  ((lpad(to_hex((extract(epoch FROM current_setting('botplay.cut')::timestamp) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)::text, true);

-- A key has the column by which its table is partitioned. Telemetry and calls get another one.
ALTER TABLE "telemetry" DROP CONSTRAINT "telemetry_pkey", ADD CONSTRAINT "telemetry_pkey" PRIMARY KEY USING INDEX "telemetry_of_session";
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_pkey", ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY USING INDEX "audit_entries_of_agent";
DROP INDEX "audit_entries_agent_id_at_idx";

SELECT pg_temp.partition_by_month('match_inputs', 'match_id', 'MINVALUE', quote_literal(current_setting('botplay.cut_id')),
  format('match_id >= %L', current_setting('botplay.cut_id')), 'MAXVALUE');
ALTER TABLE "match_inputs" ADD CONSTRAINT "match_inputs_pkey" PRIMARY KEY ("match_id", "n");
INSERT INTO "match_inputs" SELECT * FROM moved;
DROP TABLE moved;

SELECT pg_temp.partition_by_month('session_steps', 'session_id', 'MINVALUE', quote_literal(current_setting('botplay.cut_id')),
  format('session_id >= %L', current_setting('botplay.cut_id')), 'MAXVALUE');
ALTER TABLE "session_steps" ADD CONSTRAINT "session_steps_pkey" PRIMARY KEY ("session_id", "step_number"),
  ADD CONSTRAINT "session_steps_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON UPDATE CASCADE ON DELETE CASCADE;
CREATE UNIQUE INDEX "session_steps_once_a_key" ON "session_steps" ("session_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
INSERT INTO "session_steps" SELECT * FROM moved;
DROP TABLE moved;

SELECT pg_temp.partition_by_month('telemetry', 'session_id', 'MINVALUE', quote_literal(current_setting('botplay.cut_id')),
  format('session_id >= %L', current_setting('botplay.cut_id')), 'MAXVALUE');
ALTER TABLE "telemetry" ADD CONSTRAINT "telemetry_pkey" PRIMARY KEY ("session_id", "id");
CREATE INDEX "telemetry_session_id_step_number_idx" ON "telemetry" ("session_id", "step_number");
CREATE INDEX "telemetry_experience_id_at_idx" ON "telemetry" ("experience_id", "at");
CREATE INDEX "telemetry_agent_id_at_idx" ON "telemetry" ("agent_id", "at");
INSERT INTO "telemetry" SELECT * FROM moved;
DROP TABLE moved;

SELECT pg_temp.partition_by_month('audit_entries', 'at', 'MINVALUE', quote_literal(current_setting('botplay.cut') || ' 00:00:00+00'),
  format('at >= %L', current_setting('botplay.cut') || ' 00:00:00+00'), 'MAXVALUE');
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("agent_id", "at", "id");
CREATE INDEX "audit_entries_at" ON "audit_entries" USING BRIN ("at");
CREATE INDEX "audit_entries_session" ON "audit_entries" ("session_id") WHERE "session_id" IS NOT NULL;
INSERT INTO "audit_entries" SELECT * FROM moved;
DROP TABLE moved;

SELECT pg_temp.partition_by_month('usage_days', 'day', 'MINVALUE', quote_literal(current_setting('botplay.cut')),
  format('day >= %L', current_setting('botplay.cut')), 'MAXVALUE');
ALTER TABLE "usage_days" ADD CONSTRAINT "usage_days_pkey" PRIMARY KEY ("agent_id", "day", "experience_id");
CREATE INDEX "usage_days_day" ON "usage_days" USING BRIN ("day");
INSERT INTO "usage_days" SELECT * FROM moved;
DROP TABLE moved;

SELECT pg_temp.partition_by_month('model_days', 'day', 'MINVALUE', quote_literal(current_setting('botplay.cut')),
  format('day >= %L', current_setting('botplay.cut')), 'MAXVALUE');
ALTER TABLE "model_days" ADD CONSTRAINT "model_days_pkey" PRIMARY KEY ("agent_id", "day", "experience_id", "provider", "name");
CREATE INDEX "model_days_day" ON "model_days" USING BRIN ("day");
INSERT INTO "model_days" SELECT * FROM moved;
DROP TABLE moved;

-- Events of matches by the month in which the match began. Streams that do not end (agents, leagues, rooms, social lobbies) are in the
-- partitions before and after them.
SELECT pg_temp.partition_by_month('events', 'stream', quote_literal('match:'), quote_literal('match:' || current_setting('botplay.cut_id')),
  format('stream < %L OR stream >= %L', 'match:', 'match:' || current_setting('botplay.cut_id')), quote_literal('match;'));
CREATE TABLE partitions."events_before_matches" (LIKE "events" INCLUDING DEFAULTS);
CREATE TABLE partitions."events_after_matches" (LIKE "events" INCLUDING DEFAULTS);
ALTER TABLE "events" ATTACH PARTITION partitions."events_before_matches" FOR VALUES FROM (MINVALUE) TO ('match:');
ALTER TABLE "events" ATTACH PARTITION partitions."events_after_matches" FOR VALUES FROM ('match;') TO (MAXVALUE);
ALTER TABLE "events" ADD CONSTRAINT "events_pkey" PRIMARY KEY ("stream", "id");
CREATE UNIQUE INDEX "events_stream_audience_seq_key" ON "events" ("stream", "audience", "seq");
CREATE INDEX "events_words" ON "events" ("id" DESC) WHERE "type" IN ('message_sent', 'wolf_message_sent', 'move_noted');
INSERT INTO "events" SELECT * FROM moved;
DROP TABLE moved;

DROP FUNCTION pg_temp.partition_by_month(text, text, text, text, text, text);
