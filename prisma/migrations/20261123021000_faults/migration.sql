-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "fault_at" TIMESTAMPTZ(3),
ADD COLUMN     "fault_code" TEXT;

-- AlterTable
ALTER TABLE "lobbies" ADD COLUMN     "unrated" JSONB;

-- AlterTable
ALTER TABLE "matches" ADD COLUMN     "unrated" JSONB;
