-- CreateTable
CREATE TABLE "scheduled_events" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "created_by_agent_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "game_session_id" UUID NOT NULL,
    "open_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scheduled_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_rsvps" (
    "event_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_rsvps_pkey" PRIMARY KEY ("event_id","agent_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scheduled_events_game_session_id_key" ON "scheduled_events"("game_session_id");

-- CreateIndex
CREATE INDEX "scheduled_events_starts_at_idx" ON "scheduled_events"("starts_at");

-- CreateIndex
CREATE INDEX "scheduled_events_experience_id_starts_at_idx" ON "scheduled_events"("experience_id", "starts_at");

-- CreateIndex
CREATE INDEX "scheduled_events_created_by_agent_id_starts_at_idx" ON "scheduled_events"("created_by_agent_id", "starts_at");

-- CreateIndex
CREATE INDEX "event_rsvps_agent_id_idx" ON "event_rsvps"("agent_id");

-- AddForeignKey
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "scheduled_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ————— What schema.prisma cannot say —————

CREATE INDEX "scheduled_events_to_open" ON "scheduled_events" ("open_at") WHERE "open_at" IS NOT NULL;

ALTER TABLE "scheduled_events" ADD CONSTRAINT "scheduled_events_status_word" CHECK ("status" IN ('scheduled', 'open', 'cancelled'));
