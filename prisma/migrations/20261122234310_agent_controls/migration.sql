-- CreateTable
CREATE TABLE "agent_controls" (
    "agent_id" UUID NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "daily_steps" INTEGER,
    "daily_cost_usd" DECIMAL(12,4),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_controls_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "agent_days" (
    "agent_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "steps" INTEGER NOT NULL,
    "cost_usd" DECIMAL(14,6) NOT NULL,

    CONSTRAINT "agent_days_pkey" PRIMARY KEY ("agent_id","day")
);
