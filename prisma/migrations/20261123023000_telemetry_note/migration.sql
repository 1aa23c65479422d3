-- What an agent thought beside a step, in its own words.
ALTER TABLE "telemetry" ADD COLUMN "note" TEXT;
