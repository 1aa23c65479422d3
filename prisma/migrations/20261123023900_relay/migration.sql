-- CreateTable
CREATE TABLE "relay_rooms" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "app" TEXT NOT NULL,
    "is_open" BOOLEAN NOT NULL,
    "participant_hash" TEXT NOT NULL DEFAULT '',
    "owner_id" UUID,
    "host_id" TEXT,
    "host_process" TEXT,
    "session_id" TEXT,
    "event_count" INTEGER NOT NULL DEFAULT 0,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "live" JSON NOT NULL,
    "state" JSON,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "relay_rooms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "relay_sessions" (
    "id" TEXT NOT NULL,
    "room_id" UUID NOT NULL,
    "app" TEXT NOT NULL,
    "owner_id" UUID,
    "study_id" TEXT NOT NULL,
    "participant_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "event_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "relay_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "relay_days" (
    "day" DATE NOT NULL,
    "sessions" INTEGER NOT NULL,

    CONSTRAINT "relay_days_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "relay_events" (
    "room_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "session_id" TEXT,
    "event_index" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "direction" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSON NOT NULL,
    "audience" TEXT,
    "internal" JSON,

    CONSTRAINT "relay_events_pkey" PRIMARY KEY ("room_id","seq")
);

-- CreateTable
CREATE TABLE "relay_processes" (
    "id" TEXT NOT NULL,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "relay_processes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "relay_rooms_name_key" ON "relay_rooms"("name");

-- CreateIndex
CREATE INDEX "relay_rooms_owner_id_updated_at_idx" ON "relay_rooms"("owner_id", "updated_at" DESC);

-- CreateIndex
CREATE INDEX "relay_rooms_updated_at_idx" ON "relay_rooms"("updated_at");

-- CreateIndex
CREATE INDEX "relay_sessions_owner_id_started_at_id_idx" ON "relay_sessions"("owner_id", "started_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "relay_events_session_id_event_index_key" ON "relay_events"("session_id", "event_index");

-- A participant has one room of their own; a room has one running session.
CREATE UNIQUE INDEX "relay_rooms_participant" ON "relay_rooms" ("participant_hash") WHERE NOT "is_open";
CREATE UNIQUE INDEX "relay_sessions_running" ON "relay_sessions" ("room_id") WHERE "ended_at" IS NULL;
ALTER TABLE "relay_events" ADD CONSTRAINT "relay_events_direction_word" CHECK ("direction" IN ('in', 'out', 'internal'));
ALTER TABLE "relay_events" ADD CONSTRAINT "relay_events_index_of_session" CHECK (("session_id" IS NULL) = ("event_index" IS NULL));
CREATE INDEX "relay_rooms_in_session" ON "relay_rooms" ("updated_at") WHERE "session_id" IS NOT NULL;
