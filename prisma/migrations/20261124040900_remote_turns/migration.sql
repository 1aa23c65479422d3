-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "your_turn" BOOLEAN;
