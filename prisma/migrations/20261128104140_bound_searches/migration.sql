-- Matches whose players said something beside several moves: few of all, and found without reading the others.
ALTER TABLE "matches" ADD COLUMN "noted" BOOLEAN NOT NULL DEFAULT false;
-- allowed: writes at most 2,000 rows, of those among which such matches were looked for until now
UPDATE "matches" m SET "noted" = true FROM "match_positions" p
  WHERE m."id" IN (SELECT "id" FROM "matches" WHERE "status" = 'completed' ORDER BY "id" DESC LIMIT 2000)
    AND p."match_id" = m."id" AND COALESCE((p."head"->'seqs'->>'spectators')::int, 0) >= 5;
-- allowed: the index has at most 2,000 rows; a million matches are read in about a second
CREATE INDEX "matches_noted" ON "matches" ("id" DESC) WHERE "noted" AND "status" = 'completed';

-- Names by their beginning, in whatever case, in the order of a list.
CREATE INDEX "agents_name_starts" ON "agents" ((lower("display_name") COLLATE "C"), "id" DESC) WHERE "deleted_at" IS NULL;
