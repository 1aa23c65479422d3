-- AlterTable
ALTER TABLE "matches" ADD COLUMN "pairing" TEXT;

-- The last meetings of two house bots in a game are one index scan.
CREATE INDEX "matches_pairings" ON "matches" ("pairing", "game_id", "id" DESC) WHERE "pairing" IS NOT NULL;
