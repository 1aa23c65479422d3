-- AlterTable
ALTER TABLE "ratings" ADD COLUMN     "opponent_owners" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "ranking" INTEGER NOT NULL DEFAULT 1200;

-- CreateTable
CREATE TABLE "rating_opponents" (
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "pool" TEXT NOT NULL DEFAULT 'agent',
    "opponent_owner_id" UUID NOT NULL,

    CONSTRAINT "rating_opponents_pkey" PRIMARY KEY ("agent_id","experience_id","pool","opponent_owner_id")
);

-- CreateTable
CREATE TABLE "ranking_pair_days" (
    "owner_low" UUID NOT NULL,
    "owner_high" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "pool" TEXT NOT NULL DEFAULT 'agent',
    "day" DATE NOT NULL,
    "results" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ranking_pair_days_pkey" PRIMARY KEY ("owner_low","owner_high","experience_id","pool","day")
);

-- CreateIndex
CREATE INDEX "rating_opponents_opponent_owner_id_idx" ON "rating_opponents"("opponent_owner_id");

-- CreateIndex
CREATE INDEX "rating_opponents_experience_id_idx" ON "rating_opponents"("experience_id");

-- CreateIndex
CREATE INDEX "ranking_pair_days_owner_high_idx" ON "ranking_pair_days"("owner_high");

-- CreateIndex
CREATE INDEX "ranking_pair_days_experience_id_idx" ON "ranking_pair_days"("experience_id");

-- CreateIndex
CREATE INDEX "ranking_pair_days_day_idx" ON "ranking_pair_days"("day");

-- CreateIndex
CREATE INDEX "ratings_experience_id_pool_ranking_idx" ON "ratings"("experience_id", "pool", "ranking" DESC);

-- Ratings from before begin at their Elo. Owners are those of today, and players of one side count as opponents, because
-- rating_changes has neither.
UPDATE "ratings" SET "ranking" = "elo";

INSERT INTO "rating_opponents" ("agent_id", "experience_id", "pool", "opponent_owner_id")
SELECT DISTINCT own.agent_id, own.experience_id, own.pool, opponent.owner_id
FROM "rating_changes" own
JOIN "agents" agent ON agent.id = own.agent_id
JOIN "ratings" rating ON rating.experience_id = own.experience_id AND rating.pool = own.pool AND rating.agent_id = own.agent_id
JOIN "rating_changes" other ON other.match_id = own.match_id AND other.experience_id = own.experience_id AND other.pool = own.pool
JOIN "agents" opponent ON opponent.id = other.agent_id
WHERE agent.owner_id IS NOT NULL AND opponent.owner_id IS NOT NULL AND opponent.owner_id <> agent.owner_id;

UPDATE "ratings" r SET "opponent_owners" = met.owners
FROM (SELECT agent_id, experience_id, pool, count(*)::int AS owners FROM "rating_opponents" GROUP BY 1, 2, 3) met
WHERE met.agent_id = r.agent_id AND met.experience_id = r.experience_id AND met.pool = r.pool;
