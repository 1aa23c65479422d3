-- AlterTable
ALTER TABLE "league_fixtures" ADD COLUMN     "first_shown" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "second_shown" INTEGER NOT NULL DEFAULT 0;
