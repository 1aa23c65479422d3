-- CreateIndex
CREATE INDEX "moderation_reports_decided_at_idx" ON "moderation_reports"("decided_at");
