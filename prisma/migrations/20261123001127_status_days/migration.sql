-- AlterTable
ALTER TABLE "experiences" ADD COLUMN     "live_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "status_days" (
    "experience_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "online" INTEGER NOT NULL DEFAULT 0,
    "degraded" INTEGER NOT NULL DEFAULT 0,
    "offline" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "latency_ms" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "status_days_pkey" PRIMARY KEY ("experience_id","day")
);

-- CreateIndex
CREATE INDEX "status_days_day_idx" ON "status_days"("day");

-- Every poll rewrites the row of its day: room in the page for the next version.
ALTER TABLE "status_days" SET (fillfactor = 80);
