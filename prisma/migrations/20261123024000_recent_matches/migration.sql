-- DropIndex
DROP INDEX "match_seats_agent_id_idx";

-- CreateIndex
CREATE INDEX "match_seats_agent_id_match_id_idx" ON "match_seats"("agent_id", "match_id" DESC);
