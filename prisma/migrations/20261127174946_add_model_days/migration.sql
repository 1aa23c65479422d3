-- CreateTable
CREATE TABLE "model_days" (
    "agent_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "experience_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "steps" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cost_usd" DECIMAL(14,6) NOT NULL,

    CONSTRAINT "model_days_pkey" PRIMARY KEY ("agent_id","day","experience_id","provider","name")
);

-- CreateIndex
CREATE INDEX "model_days_day" ON "model_days" USING BRIN ("day");
