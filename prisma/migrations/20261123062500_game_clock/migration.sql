-- AlterTable
ALTER TABLE "matches" ADD COLUMN     "clock_base_ms" INTEGER,
ADD COLUMN     "clock_increment_ms" INTEGER;

-- AlterTable
ALTER TABLE "match_positions" ADD COLUMN     "clock_left" JSON;

-- ————— What schema.prisma cannot say —————

ALTER TABLE "matches" ADD CONSTRAINT "matches_one_clock"
  CHECK (("clock_base_ms" IS NULL) = ("clock_increment_ms" IS NULL) AND ("clock_base_ms" IS NULL OR "move_time_ms" IS NULL));
