-- AlterTable
ALTER TABLE "experiences" ADD COLUMN     "rating_sum" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "review_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "rating" INTEGER NOT NULL,
    "review" TEXT,
    "by_publisher" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quality_reports" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "description" TEXT,
    "session_id" UUID,
    "experience_version" TEXT NOT NULL,
    "verification_status" TEXT NOT NULL,
    "live_status" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "note" TEXT,
    "triaged_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quality_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reviews_experience_id_updated_at_id_idx" ON "reviews"("experience_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reviews_experience_id_agent_id_key" ON "reviews"("experience_id", "agent_id");

-- CreateIndex
CREATE INDEX "quality_reports_experience_id_updated_at_id_idx" ON "quality_reports"("experience_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "quality_reports_status_updated_at_id_idx" ON "quality_reports"("status", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "quality_reports_experience_id_agent_id_category_key" ON "quality_reports"("experience_id", "agent_id", "category");

-- Words and numbers that a column may hold.
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_rating_stars" CHECK ("rating" BETWEEN 1 AND 5);
ALTER TABLE "quality_reports"
  ADD CONSTRAINT "quality_reports_category_word"
    CHECK ("category" IN ('unclear_instructions', 'broken_action_format', 'unexpected_error', 'unresponsive', 'other')),
  ADD CONSTRAINT "quality_reports_status_word" CHECK ("status" IN ('open', 'acknowledged', 'resolved', 'dismissed'));
