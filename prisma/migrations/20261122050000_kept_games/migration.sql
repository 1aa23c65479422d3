-- CreateTable
CREATE TABLE "kept_games" (
    "id" TEXT NOT NULL,
    "agent_id" UUID NOT NULL,
    "game_type" TEXT NOT NULL,
    "position" TEXT NOT NULL,
    "played_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "played_on" DATE NOT NULL DEFAULT CURRENT_DATE,

    CONSTRAINT "kept_games_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "kept_games_agent_id_idx" ON "kept_games"("agent_id");

-- CreateIndex
CREATE INDEX "kept_games_played_on_idx" ON "kept_games"("played_on");


-- ————— What schema.prisma cannot say —————

-- Room on each page for the next position of its games: a move then touches no index.
ALTER TABLE "kept_games" SET (fillfactor = 80);
