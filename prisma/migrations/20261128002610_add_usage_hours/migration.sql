-- CreateTable
CREATE TABLE "usage_hours" (
    "agent_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "experience_id" UUID NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "steps" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cost_usd" DECIMAL(14,6) NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "durations" INTEGER[],

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("agent_id","hour","experience_id")
);

-- CreateIndex
CREATE INDEX "usage_hours_hour" ON "usage_hours" USING BRIN ("hour");
