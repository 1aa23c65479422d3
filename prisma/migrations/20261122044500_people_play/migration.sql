-- AlterTable
ALTER TABLE "rating_changes" ADD COLUMN     "pool" TEXT NOT NULL DEFAULT 'agent';

-- AlterTable
ALTER TABLE "lobbies" ADD COLUMN     "rematch_of" UUID;

-- ————— What schema.prisma cannot say —————

-- An owner is one person at the board, however often they come for the first time at once.
CREATE UNIQUE INDEX "agents_one_player_per_owner" ON "agents" ("owner_id") WHERE "kind" = 'human';

-- Whoever asks second for a rematch joins the first.
CREATE UNIQUE INDEX "lobbies_one_open_rematch" ON "lobbies" ("rematch_of") WHERE "status" = 'waiting' AND "rematch_of" IS NOT NULL;

ALTER TABLE "rating_changes" ADD CONSTRAINT "rating_changes_pool_word" CHECK ("pool" IN ('agent', 'human'));
-- A person is never given away by a link.
ALTER TABLE "agents" ADD CONSTRAINT "agents_person_unclaimable" CHECK ("kind" <> 'human' OR "claim_hash" IS NULL);
