-- AlterTable
ALTER TABLE "matches" ADD COLUMN     "omniscient_delay_s" INTEGER NOT NULL DEFAULT 0;

-- ————— What schema.prisma cannot say —————

ALTER TABLE "matches" ADD CONSTRAINT "matches_omniscient_delay" CHECK ("omniscient_delay_s" BETWEEN 0 AND 3600);
