-- AlterTable
ALTER TABLE "lobbies" ADD COLUMN     "known_upstream" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "memory_result" TEXT;
