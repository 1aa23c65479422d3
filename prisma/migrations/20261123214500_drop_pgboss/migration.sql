-- Recurring work is fired by the ticker. The schema belonged to the job queue of earlier versions.
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
