-- CreateTable
CREATE TABLE "backup_runs" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "address" TEXT NOT NULL,
    "bytes" BIGINT,
    "error" TEXT,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_runs_started_at_idx" ON "backup_runs"("started_at");

-- One backup runs at a time.
CREATE UNIQUE INDEX "backup_runs_running_idx" ON "backup_runs" ((true)) WHERE "ended_at" IS NULL;
