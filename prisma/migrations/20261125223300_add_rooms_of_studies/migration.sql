-- AlterTable
ALTER TABLE "relay_rooms" ADD COLUMN     "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "made_at" TIMESTAMPTZ(3),
ADD COLUMN     "made_by" UUID,
ADD COLUMN     "page_url" TEXT,
ADD COLUMN     "participant_id" TEXT,
ADD COLUMN     "study_id" TEXT;

-- CreateIndex
CREATE INDEX "relay_rooms_made_by_id_idx" ON "relay_rooms"("made_by", "id");

-- CreateIndex
CREATE INDEX "relay_sessions_owner_id_study_id_started_at_idx" ON "relay_sessions"("owner_id", "study_id", "started_at");
