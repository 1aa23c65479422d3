-- AlterTable
ALTER TABLE "league_players" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);
