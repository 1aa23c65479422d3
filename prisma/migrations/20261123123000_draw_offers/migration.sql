-- AlterTable
ALTER TABLE "match_positions" ADD COLUMN     "draw_offers" JSON;
