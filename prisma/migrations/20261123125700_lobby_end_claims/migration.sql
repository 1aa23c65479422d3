-- AlterTable
ALTER TABLE "lobbies" ADD COLUMN     "end_attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "end_until" TIMESTAMPTZ(3);
