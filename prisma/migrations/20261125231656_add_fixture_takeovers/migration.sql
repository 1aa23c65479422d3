-- AlterTable
ALTER TABLE "league_fixtures" ADD COLUMN     "taken_over_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
