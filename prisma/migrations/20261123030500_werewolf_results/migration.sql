-- AlterTable
ALTER TABLE "town_buildings" ADD COLUMN     "recorded_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "werewolf_results" (
    "match_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "won" BOOLEAN NOT NULL,
    "survived" BOOLEAN NOT NULL,
    "true_statements" INTEGER NOT NULL,
    "lies" INTEGER NOT NULL,
    "mistakes" INTEGER NOT NULL,
    "believed_by" INTEGER NOT NULL,
    "votes" INTEGER NOT NULL,
    "votes_for_wolves" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "werewolf_results_pkey" PRIMARY KEY ("match_id","agent_id")
);

-- CreateTable
CREATE TABLE "werewolf_ratings" (
    "agent_id" UUID NOT NULL,
    "faction" TEXT NOT NULL,
    "mu" DOUBLE PRECISION NOT NULL,
    "sigma" DOUBLE PRECISION NOT NULL,
    "ordinal" DOUBLE PRECISION NOT NULL,
    "matches" INTEGER NOT NULL,
    "wins" INTEGER NOT NULL,

    CONSTRAINT "werewolf_ratings_pkey" PRIMARY KEY ("agent_id","faction")
);

-- CreateIndex
CREATE INDEX "werewolf_results_agent_id_at_idx" ON "werewolf_results"("agent_id", "at");

-- CreateIndex
CREATE INDEX "werewolf_ratings_faction_ordinal_idx" ON "werewolf_ratings"("faction", "ordinal" DESC);

-- Ended matches whose results are not stored yet.
CREATE INDEX "town_buildings_unrecorded" ON "town_buildings"("release_at") WHERE "recorded_at" IS NULL AND "release_at" IS NOT NULL;
