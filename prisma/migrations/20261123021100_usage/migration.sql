-- CreateTable
CREATE TABLE "usage_days" (
    "agent_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "experience_id" UUID NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "steps" INTEGER NOT NULL,
    "input_tokens" BIGINT NOT NULL,
    "output_tokens" BIGINT NOT NULL,
    "cost_usd" DECIMAL(14,6) NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "durations" INTEGER[],

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("agent_id","day","experience_id")
);

-- CreateTable
CREATE TABLE "agent_models" (
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "steps" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "agent_models_pkey" PRIMARY KEY ("agent_id","experience_id","provider","name")
);

-- CreateIndex
CREATE INDEX "usage_days_day" ON "usage_days" USING BRIN ("day");

-- The calls and reports that are still stored
INSERT INTO "usage_days" ("agent_id", "day", "experience_id", "calls", "failed", "steps", "input_tokens", "output_tokens",
                          "cost_usd", "duration_ms", "durations")
SELECT agent_id, day, experience_id, sum(calls), sum(failed), sum(steps), sum(input_tokens), sum(output_tokens),
       sum(cost_usd), sum(duration_ms),
       array_fill(0, ARRAY[18])
FROM (
  SELECT e.agent_id, (e.at AT TIME ZONE 'utc')::date AS day,
         COALESCE(s.experience_id, e.experience_id, '00000000-0000-0000-0000-000000000000') AS experience_id,
         count(*) AS calls, count(*) FILTER (WHERE e.outcome <> 'ok') AS failed,
         count(*) FILTER (WHERE e.outcome = 'ok' AND e.tool IN ('session.step', 'proxy.call')) AS steps,
         0 AS input_tokens, 0 AS output_tokens, 0 AS cost_usd, sum(e.duration_us / 1000) AS duration_ms
  FROM audit_entries e LEFT JOIN sessions s ON s.id = e.session_id AND s.agent_id = e.agent_id
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT agent_id, (at AT TIME ZONE 'utc')::date, experience_id, 0, 0, 0,
         sum(COALESCE((usage->>'input_tokens')::numeric, 0)), sum(COALESCE((usage->>'output_tokens')::numeric, 0)),
         sum(COALESCE((usage->>'cost_usd_estimate')::numeric, 0)), 0
  FROM telemetry GROUP BY 1, 2, 3) AS stored
GROUP BY 1, 2, 3;

INSERT INTO "agent_models" ("agent_id", "experience_id", "provider", "name", "steps", "last_at")
SELECT agent_id, experience_id, COALESCE(model_runtime->>'model_provider', ''), model_runtime->>'model_name',
       count(step_number), max(at)
FROM telemetry WHERE model_runtime->>'model_name' IS NOT NULL GROUP BY 1, 2, 3, 4;
