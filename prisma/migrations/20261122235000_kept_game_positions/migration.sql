-- AlterTable
ALTER TABLE "kept_games" ADD COLUMN     "positions" BIGINT[] DEFAULT ARRAY[]::BIGINT[];
