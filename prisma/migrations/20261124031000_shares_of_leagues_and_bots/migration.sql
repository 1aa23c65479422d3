-- AlterTable
ALTER TABLE "leagues" ADD COLUMN     "quota_key" TEXT;

-- AlterTable
ALTER TABLE "match_positions" ADD COLUMN     "has_players" BOOLEAN NOT NULL DEFAULT true;

-- ————— What schema.prisma cannot say —————

CREATE INDEX "leagues_open_by_quota_key" ON "leagues" ("quota_key") WHERE "status" <> 'completed';
