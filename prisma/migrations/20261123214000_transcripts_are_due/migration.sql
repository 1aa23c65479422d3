-- AlterTable
ALTER TABLE "league_fixtures" ADD COLUMN     "transcript_due_at" TIMESTAMPTZ(3);

-- ————— What schema.prisma cannot say —————

CREATE INDEX "league_fixtures_transcript_due" ON "league_fixtures" ("transcript_due_at") WHERE "transcript_due_at" IS NOT NULL;

-- A row of its own for each exchange. The text after {"id":"…", is canonical JSON and stays as it is.
ALTER TABLE "league_exchanges" RENAME COLUMN "entries" TO "entry";

CREATE TEMPORARY TABLE "single_exchanges" AS
SELECT (e->>'id')::uuid AS "id", "fixture_id", CASE
  WHEN e::text LIKE '{"id":"____________________________________",%' THEN ('{' || substr(e::text, 46))::json
  ELSE (e::jsonb - 'id')::json END AS "entry"
FROM "league_exchanges", json_array_elements("entry") e;

DELETE FROM "league_exchanges";

INSERT INTO "league_exchanges" ("id", "fixture_id", "entry")
SELECT "id", "fixture_id", "entry" FROM "single_exchanges" ON CONFLICT ("id") DO NOTHING;

DROP TABLE "single_exchanges";
