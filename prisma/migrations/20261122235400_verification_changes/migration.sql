-- AlterTable
ALTER TABLE "verifications" ADD COLUMN     "accepted_hash" TEXT,
ADD COLUMN     "definition_changes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "seen_hash" TEXT,
ADD COLUMN     "session_changes" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "golden_sessions" (
    "experience_id" UUID NOT NULL,
    "verification_id" UUID NOT NULL,
    "calls" JSONB NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "golden_sessions_pkey" PRIMARY KEY ("experience_id")
);

ALTER TABLE "verifications"
  DROP CONSTRAINT "verifications_trigger_word",
  ADD CONSTRAINT "verifications_trigger_word"
    CHECK ("trigger" IN ('register', 'update', 'schedule', 'admin', 'publisher', 'accept'));
