-- CreateIndex
CREATE INDEX "sessions_experience_id_created_at_idx" ON "sessions"("experience_id", "created_at" DESC);
