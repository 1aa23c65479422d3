-- CreateTable
CREATE TABLE "session_costs" (
    "session_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "cost_usd" DECIMAL(14,6) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_costs_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "session_costs_agent_id_experience_id_last_at_idx" ON "session_costs"("agent_id", "experience_id", "last_at" DESC);
