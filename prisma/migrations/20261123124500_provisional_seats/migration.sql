-- AlterTable
ALTER TABLE "match_seats" ADD COLUMN     "is_provisional" BOOLEAN NOT NULL DEFAULT false;
