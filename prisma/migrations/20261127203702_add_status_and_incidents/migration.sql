-- CreateTable
CREATE TABLE "part_days" (
    "part" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "online" INTEGER NOT NULL DEFAULT 0,
    "degraded" INTEGER NOT NULL DEFAULT 0,
    "offline" INTEGER NOT NULL DEFAULT 0,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "part_days_pkey" PRIMARY KEY ("part","day")
);

-- CreateTable
CREATE TABLE "incidents" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "parts" TEXT[],
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_updates" (
    "id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_updates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "part_days_day_idx" ON "part_days"("day");

-- CreateIndex
CREATE INDEX "incidents_starts_at_id_idx" ON "incidents"("starts_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "incident_updates_incident_id_at_idx" ON "incident_updates"("incident_id", "at");

-- AddForeignKey
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
