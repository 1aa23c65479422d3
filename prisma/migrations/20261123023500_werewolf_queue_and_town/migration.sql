-- AlterTable
ALTER TABLE "engagements" ADD COLUMN     "queue_id" TEXT;

-- CreateTable
CREATE TABLE "werewolf_queues" (
    "id" TEXT NOT NULL,
    "fill_at" TIMESTAMPTZ(3),

    CONSTRAINT "werewolf_queues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "werewolf_queue_entries" (
    "agent_id" UUID NOT NULL,
    "queue_id" TEXT NOT NULL,
    "place" SERIAL NOT NULL,
    "display_name" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "werewolf_queue_entries_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "town_buildings" (
    "match_id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "plot" INTEGER NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "release_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "town_buildings_pkey" PRIMARY KEY ("match_id")
);

-- CreateIndex
CREATE INDEX "werewolf_queue_entries_queue_id_place_idx" ON "werewolf_queue_entries"("queue_id", "place");

-- CreateIndex
CREATE UNIQUE INDEX "town_buildings_number_key" ON "town_buildings"("number");

-- One building a plot; also the list of the buildings on the map.
CREATE UNIQUE INDEX "town_buildings_plot" ON "town_buildings"("plot") WHERE "released_at" IS NULL;

-- When the next building leaves the map.
CREATE INDEX "town_buildings_release_at" ON "town_buildings"("release_at") WHERE "released_at" IS NULL AND "release_at" IS NOT NULL;

-- The buildings of matches that run.
CREATE INDEX "town_buildings_running" ON "town_buildings"("number") WHERE "release_at" IS NULL;
