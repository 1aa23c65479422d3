-- AlterTable
ALTER TABLE "kept_games" ADD COLUMN     "quiet_moves" INTEGER NOT NULL DEFAULT 0;
