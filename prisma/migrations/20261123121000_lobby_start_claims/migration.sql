-- AlterTable
ALTER TABLE "lobbies" ADD COLUMN     "start_attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "start_until" TIMESTAMPTZ(3);
