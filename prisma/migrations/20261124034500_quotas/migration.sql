-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "registered_from" TEXT;

-- AlterTable
ALTER TABLE "relay_rooms" ADD COLUMN     "opened_from" TEXT;

-- CreateIndex
CREATE INDEX "mcp_sessions_agent_id_last_seen_at_idx" ON "mcp_sessions"("agent_id", "last_seen_at");

-- CreateIndex
CREATE INDEX "relay_rooms_opened_from_updated_at_idx" ON "relay_rooms"("opened_from", "updated_at" DESC);

-- The agents whose open things count together: those of one owner, or those without an owner of one address.
CREATE INDEX agents_holder ON agents ((COALESCE(owner_id::text, registered_from, id::text)));
CREATE INDEX lobbies_waiting_by_host ON lobbies (host_agent_id) WHERE (status = 'waiting'::text);
