-- CreateTable
CREATE TABLE "leagues" (
    "id" UUID NOT NULL,
    "league_id" TEXT NOT NULL,
    "season" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "game_type" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "rounds_to_win" INTEGER NOT NULL,
    "max_rounds" INTEGER NOT NULL,
    "time_limit_seconds" INTEGER NOT NULL,
    "max_players" INTEGER NOT NULL DEFAULT 100,
    "status" TEXT NOT NULL DEFAULT 'registration',
    "current_round" INTEGER NOT NULL DEFAULT 0,
    "round_count" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_by_agent_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "leagues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "league_players" (
    "league_uid" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "player_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "endpoint" TEXT,
    "agent_id" UUID,
    "strength" TEXT,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "league_players_pkey" PRIMARY KEY ("league_uid","number")
);

-- CreateTable
CREATE TABLE "league_fixtures" (
    "id" UUID NOT NULL,
    "league_uid" UUID NOT NULL,
    "round_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "match_id" TEXT NOT NULL,
    "first" TEXT NOT NULL,
    "second" TEXT,
    "status" TEXT NOT NULL,
    "conversation_id" UUID NOT NULL,
    "game_session_id" UUID,
    "lease_holder" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "winner" TEXT,
    "first_score" INTEGER,
    "second_score" INTEGER,
    "reason" TEXT,
    "technical_loss" JSONB,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "league_fixtures_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "league_exchanges" (
    "id" UUID NOT NULL,
    "fixture_id" UUID NOT NULL,
    "player_id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "message_type" TEXT NOT NULL,
    "game_round" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "message" JSON NOT NULL,
    "answer" JSON,
    "answered_at" TIMESTAMPTZ(3),
    "fault" TEXT,

    CONSTRAINT "league_exchanges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "league_transcripts" (
    "fixture_id" UUID NOT NULL,
    "document" TEXT NOT NULL,
    "signature" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "league_transcripts_pkey" PRIMARY KEY ("fixture_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "leagues_league_id_key" ON "leagues"("league_id");

-- CreateIndex
CREATE UNIQUE INDEX "league_players_league_uid_player_id_key" ON "league_players"("league_uid", "player_id");

-- CreateIndex
CREATE UNIQUE INDEX "league_fixtures_game_session_id_key" ON "league_fixtures"("game_session_id");

-- CreateIndex
CREATE INDEX "league_fixtures_league_uid_round_id_number_idx" ON "league_fixtures"("league_uid", "round_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "league_fixtures_league_uid_match_id_key" ON "league_fixtures"("league_uid", "match_id");

-- CreateIndex
CREATE INDEX "league_exchanges_fixture_id_id_idx" ON "league_exchanges"("fixture_id", "id");

-- AddForeignKey
ALTER TABLE "league_players" ADD CONSTRAINT "league_players_league_uid_fkey" FOREIGN KEY ("league_uid") REFERENCES "leagues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "league_fixtures" ADD CONSTRAINT "league_fixtures_league_uid_fkey" FOREIGN KEY ("league_uid") REFERENCES "leagues"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "league_exchanges" ADD CONSTRAINT "league_exchanges_fixture_id_fkey" FOREIGN KEY ("fixture_id") REFERENCES "league_fixtures"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "league_transcripts" ADD CONSTRAINT "league_transcripts_fixture_id_fkey" FOREIGN KEY ("fixture_id") REFERENCES "league_fixtures"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ————— What schema.prisma cannot say —————

-- An endpoint plays once in a league, and so does an agent that is sent nothing.
CREATE UNIQUE INDEX "league_players_one_endpoint" ON "league_players" ("league_uid", "endpoint") WHERE "endpoint" IS NOT NULL;
CREATE UNIQUE INDEX "league_players_one_agent" ON "league_players" ("league_uid", "agent_id") WHERE "kind" IN ('pull', 'human');
CREATE INDEX "league_players_agent" ON "league_players" ("agent_id") WHERE "agent_id" IS NOT NULL;
CREATE INDEX "league_players_endpoint" ON "league_players" ("endpoint") WHERE "endpoint" IS NOT NULL;
CREATE INDEX "leagues_newest" ON "leagues" ("created_at" DESC, "id" DESC);
CREATE INDEX "leagues_to_play" ON "leagues" ("id") WHERE "status" IN ('ready', 'in_progress');
CREATE INDEX "league_fixtures_unfinished" ON "league_fixtures" ("league_uid", "round_id") WHERE "status" IN ('scheduled', 'active');

ALTER TABLE "leagues" ADD CONSTRAINT "leagues_status_word" CHECK ("status" IN ('registration', 'ready', 'in_progress', 'completed'));
ALTER TABLE "league_players" ADD CONSTRAINT "league_players_kind_word" CHECK ("kind" IN ('push', 'pull', 'human', 'bot'));
ALTER TABLE "league_players" ADD CONSTRAINT "league_players_strength_word" CHECK ("strength" IN ('easy', 'medium', 'strong'));
ALTER TABLE "league_fixtures" ADD CONSTRAINT "league_fixtures_status_word" CHECK ("status" IN ('scheduled', 'active', 'completed', 'bye'));
ALTER TABLE "league_exchanges" ADD CONSTRAINT "league_exchanges_direction_word" CHECK ("direction" IN ('sent', 'received'));
