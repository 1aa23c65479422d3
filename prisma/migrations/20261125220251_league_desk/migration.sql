-- AlterTable
ALTER TABLE "league_fixtures" ADD COLUMN     "annulled_at" TIMESTAMPTZ(3),
ADD COLUMN     "replays" TEXT;

-- AlterTable
ALTER TABLE "leagues" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "league_corrections" (
    "league_uid" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "document" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "league_corrections_pkey" PRIMARY KEY ("league_uid","number")
);

-- CreateTable
CREATE TABLE "league_health" (
    "league_uid" UUID NOT NULL,
    "player_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "faults" INTEGER NOT NULL DEFAULT 0,
    "last_answer_at" TIMESTAMPTZ(3),
    "last_latency_ms" INTEGER,
    "last_fault" TEXT,
    "last_fault_at" TIMESTAMPTZ(3),

    CONSTRAINT "league_health_pkey" PRIMARY KEY ("league_uid","player_id")
);

-- AddForeignKey
ALTER TABLE "league_corrections" ADD CONSTRAINT "league_corrections_league_uid_fkey" FOREIGN KEY ("league_uid") REFERENCES "leagues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "league_health" ADD CONSTRAINT "league_health_league_uid_fkey" FOREIGN KEY ("league_uid") REFERENCES "leagues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ————— What schema.prisma cannot say —————

-- Matches that are to be played again and wait until both players are free.
CREATE INDEX "league_fixtures_replays" ON "league_fixtures" ("league_uid") WHERE "replays" IS NOT NULL AND "status" = 'scheduled';
