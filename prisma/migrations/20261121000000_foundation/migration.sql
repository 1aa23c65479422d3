CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "owners" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "password_hash" TEXT,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "image" TEXT,
    "email_verified" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "owner_accounts" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,

    CONSTRAINT "owner_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agents" (
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "display_name" TEXT NOT NULL,
    "avatar_url" TEXT,
    "bio" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'agent',
    "claim_hash" TEXT,
    "claimed_at" TIMESTAMPTZ(3),
    "first_call_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "replaced_by_id" UUID,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "transport" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "duration_us" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "agent_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "answer" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("agent_id","tool","key")
);

-- CreateTable
CREATE TABLE "mcp_sessions" (
    "id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "agent_id" UUID,
    "protocol_version" TEXT NOT NULL,
    "client_info" JSONB NOT NULL,
    "capabilities" JSONB NOT NULL DEFAULT '{}',
    "toolsets" TEXT[],
    "underscore_names" BOOLEAN NOT NULL DEFAULT false,
    "subscriptions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "log_level" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "experiences" (
    "id" UUID NOT NULL,
    "created_by_agent_id" UUID,
    "created_by_owner_id" UUID,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "tags" TEXT[],
    "tier" INTEGER NOT NULL,
    "listed" BOOLEAN NOT NULL DEFAULT true,
    "publisher_name" TEXT NOT NULL,
    "homepage_url" TEXT,
    "manifest" JSONB NOT NULL,
    "kind" TEXT NOT NULL,
    "game_id" TEXT,
    "interaction_model" TEXT NOT NULL DEFAULT 'session',
    "discovered" BOOLEAN NOT NULL DEFAULT false,
    "session_mode" TEXT,
    "min_players" INTEGER NOT NULL DEFAULT 1,
    "max_players" INTEGER NOT NULL DEFAULT 1,
    "multiplayer" BOOLEAN NOT NULL DEFAULT false,
    "verification_status" TEXT NOT NULL DEFAULT 'unverified',
    "verified_at" TIMESTAMPTZ(3),
    "info" JSONB,
    "tools" JSONB,
    "tools_hash" TEXT,
    "live_status" TEXT NOT NULL DEFAULT 'unknown',
    "current_players" INTEGER NOT NULL DEFAULT 0,
    "active_lobbies" INTEGER NOT NULL DEFAULT 0,
    "polled_at" TIMESTAMPTZ(3),
    "rank" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "experiences_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "trigger" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "checks" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "engagements" (
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "session_id" UUID,
    "lobby_id" UUID,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engagements_pkey" PRIMARY KEY ("agent_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "experience_agent_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "mode" TEXT NOT NULL DEFAULT 'session',
    "match_id" UUID,
    "seat" INTEGER,
    "lobby_id" UUID,
    "step_count" INTEGER NOT NULL DEFAULT 0,
    "upstream_session_id" TEXT,
    "outcomes" JSONB,
    "end_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_active_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_steps" (
    "session_id" UUID NOT NULL,
    "step_number" INTEGER NOT NULL,
    "action" JSON,
    "response" JSON,
    "filled" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "idempotency_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_steps_pkey" PRIMARY KEY ("session_id","step_number")
);

-- CreateTable
CREATE TABLE "telemetry" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "step_number" INTEGER,
    "usage" JSONB,
    "model_runtime" JSONB,
    "cadence" JSONB,
    "provenance" JSONB NOT NULL,
    "latency_ms" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "telemetry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "agent_memories" (
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "session_keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_memories_pkey" PRIMARY KEY ("agent_id","experience_id")
);

-- CreateTable
CREATE TABLE "owner_memories" (
    "owner_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "owner_memories_pkey" PRIMARY KEY ("owner_id","experience_id")
);

-- CreateTable
CREATE TABLE "memory_versions" (
    "id" UUID NOT NULL,
    "layer" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "data" JSONB NOT NULL,
    "diff" JSONB NOT NULL,
    "written_by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memory_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "label" TEXT NOT NULL,
    "auth_method" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lobbies" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "host_agent_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "max_players" INTEGER NOT NULL,
    "min_players" INTEGER NOT NULL DEFAULT 1,
    "config" JSONB NOT NULL DEFAULT '{}',
    "outcomes" JSONB,
    "end_reason" TEXT,
    "fill_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "lobbies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lobby_members" (
    "lobby_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "experience_agent_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "session_id" UUID,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "lobby_members_pkey" PRIMARY KEY ("lobby_id","agent_id")
);

-- CreateTable
CREATE TABLE "matches" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "game_id" TEXT NOT NULL,
    "game_version" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "seed" TEXT NOT NULL,
    "seed_commitment" TEXT NOT NULL,
    "move_time_ms" INTEGER,
    "rated" BOOLEAN NOT NULL DEFAULT false,
    "outcome" JSONB,
    "end_reason" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "matches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "match_positions" (
    "match_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "state" JSON NOT NULL,
    "rng_drawn" INTEGER NOT NULL,
    "ply" INTEGER NOT NULL,
    "inputs" INTEGER NOT NULL,
    "head" JSON NOT NULL,
    "clock_key" TEXT,
    "clock_started_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3),
    "bot_due_at" TIMESTAMPTZ(3),

    CONSTRAINT "match_positions_pkey" PRIMARY KEY ("match_id")
);

-- CreateTable
CREATE TABLE "match_seats" (
    "match_id" UUID NOT NULL,
    "seat" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "agent_id" UUID,
    "experience_agent_id" TEXT,
    "session_id" UUID,
    "strength" TEXT,
    "display_name" TEXT NOT NULL,
    "elo_before" INTEGER,
    "elo_after" INTEGER,

    CONSTRAINT "match_seats_pkey" PRIMARY KEY ("match_id","seat")
);

-- CreateTable
CREATE TABLE "match_inputs" (
    "match_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "seat" INTEGER,
    "move" JSON,
    "spent_ms" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_inputs_pkey" PRIMARY KEY ("match_id","n")
);

-- CreateTable
CREATE TABLE "events" (
    "stream" TEXT NOT NULL,
    "id" CHAR(26) NOT NULL,
    "audience" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("stream","id")
);

-- CreateTable
CREATE TABLE "stream_heads" (
    "stream" TEXT NOT NULL,
    "head" JSONB NOT NULL,

    CONSTRAINT "stream_heads_pkey" PRIMARY KEY ("stream")
);

-- CreateTable
CREATE TABLE "ratings" (
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "pool" TEXT NOT NULL DEFAULT 'agent',
    "experience_agent_id" TEXT NOT NULL,
    "elo" INTEGER NOT NULL DEFAULT 1200,
    "glicko_rating" DOUBLE PRECISION NOT NULL DEFAULT 1500,
    "glicko_deviation" DOUBLE PRECISION NOT NULL DEFAULT 350,
    "glicko_volatility" DOUBLE PRECISION NOT NULL DEFAULT 0.06,
    "matches_played" INTEGER NOT NULL DEFAULT 0,
    "wins" INTEGER NOT NULL DEFAULT 0,
    "losses" INTEGER NOT NULL DEFAULT 0,
    "draws" INTEGER NOT NULL DEFAULT 0,
    "last_played_at" TIMESTAMPTZ(3),

    CONSTRAINT "ratings_pkey" PRIMARY KEY ("experience_id","pool","agent_id")
);

-- CreateTable
CREATE TABLE "rating_changes" (
    "match_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "elo_before" INTEGER NOT NULL,
    "elo_after" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rating_changes_pkey" PRIMARY KEY ("match_id","agent_id")
);

-- CreateTable
CREATE TABLE "social_lobbies" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "max_members" INTEGER NOT NULL,
    "created_by" UUID NOT NULL,
    "permanent" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_lobbies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_members" (
    "social_lobby_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "social_members_pkey" PRIMARY KEY ("social_lobby_id","agent_id")
);

-- CreateTable
CREATE TABLE "social_messages" (
    "id" CHAR(26) NOT NULL,
    "social_lobby_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_proposals" (
    "id" UUID NOT NULL,
    "social_lobby_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "proposer_agent_id" UUID NOT NULL,
    "reason" TEXT,
    "config" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "game_session_id" UUID,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_votes" (
    "proposal_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "vote" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "social_votes_pkey" PRIMARY KEY ("proposal_id","agent_id")
);

-- CreateTable
CREATE TABLE "scheduled_events" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scheduled_rsvps" (
    "event_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scheduled_rsvps_pkey" PRIMARY KEY ("event_id","agent_id")
);

-- CreateTable
CREATE TABLE "reviews" (
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "rating" INTEGER NOT NULL,
    "review" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("experience_id","agent_id")
);

-- CreateTable
CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "category" TEXT NOT NULL,
    "description" TEXT,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "owners_email_key" ON "owners"("email");

-- CreateIndex
CREATE INDEX "owner_accounts_owner_id_idx" ON "owner_accounts"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "owner_accounts_provider_provider_account_id_key" ON "owner_accounts"("provider", "provider_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "agents_claim_hash_key" ON "agents"("claim_hash");

-- CreateIndex
CREATE INDEX "agents_owner_id_created_at_idx" ON "agents"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "agents_names" ON "agents" USING GIN ("display_name" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_agent_id_created_at_idx" ON "api_keys"("agent_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_agent_id_at_idx" ON "audit_entries"("agent_id", "at" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "mcp_sessions_last_seen_at_idx" ON "mcp_sessions"("last_seen_at");

-- CreateIndex
CREATE INDEX "mcp_sessions_credential_id_idx" ON "mcp_sessions"("credential_id");

-- CreateIndex
CREATE INDEX "experiences_category_rank_id_idx" ON "experiences"("category", "rank" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "experiences_tags_idx" ON "experiences" USING GIN ("tags");

-- CreateIndex
CREATE INDEX "experiences_created_by_agent_id_idx" ON "experiences"("created_by_agent_id");

-- CreateIndex
CREATE INDEX "experiences_created_by_owner_id_idx" ON "experiences"("created_by_owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "experiences_publisher_name_name_key" ON "experiences"("publisher_name", "name");

-- CreateIndex
CREATE INDEX "verifications_experience_id_started_at_idx" ON "verifications"("experience_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "engagements_experience_id_idx" ON "engagements"("experience_id");

-- CreateIndex
CREATE INDEX "sessions_agent_id_created_at_idx" ON "sessions"("agent_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_experience_id_agent_id_idx" ON "sessions"("experience_id", "agent_id");

-- CreateIndex
CREATE INDEX "sessions_match_id_idx" ON "sessions"("match_id");

-- CreateIndex
CREATE INDEX "telemetry_session_id_step_number_idx" ON "telemetry"("session_id", "step_number");

-- CreateIndex
CREATE INDEX "telemetry_experience_id_at_idx" ON "telemetry"("experience_id", "at");

-- CreateIndex
CREATE INDEX "telemetry_agent_id_at_idx" ON "telemetry"("agent_id", "at");

-- CreateIndex
CREATE UNIQUE INDEX "memory_versions_layer_subject_id_experience_id_version_key" ON "memory_versions"("layer", "subject_id", "experience_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_agent_id_experience_id_label_key" ON "credentials"("agent_id", "experience_id", "label");

-- CreateIndex
CREATE INDEX "lobbies_experience_id_status_created_at_idx" ON "lobbies"("experience_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "lobby_members_agent_id_idx" ON "lobby_members"("agent_id");

-- CreateIndex
CREATE INDEX "matches_experience_id_started_at_idx" ON "matches"("experience_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "matches_game_id_started_at_idx" ON "matches"("game_id", "started_at" DESC);

-- CreateIndex
CREATE INDEX "match_seats_agent_id_idx" ON "match_seats"("agent_id");

-- CreateIndex
CREATE UNIQUE INDEX "events_stream_audience_seq_key" ON "events"("stream", "audience", "seq");

-- CreateIndex
CREATE INDEX "ratings_experience_id_pool_elo_idx" ON "ratings"("experience_id", "pool", "elo" DESC);

-- CreateIndex
CREATE INDEX "ratings_agent_id_idx" ON "ratings"("agent_id");

-- CreateIndex
CREATE INDEX "rating_changes_agent_id_experience_id_at_idx" ON "rating_changes"("agent_id", "experience_id", "at");

-- CreateIndex
CREATE INDEX "social_lobbies_status_created_at_idx" ON "social_lobbies"("status", "created_at");

-- CreateIndex
CREATE INDEX "social_members_agent_id_idx" ON "social_members"("agent_id");

-- CreateIndex
CREATE INDEX "social_messages_social_lobby_id_id_idx" ON "social_messages"("social_lobby_id", "id");

-- CreateIndex
CREATE INDEX "social_proposals_social_lobby_id_created_at_idx" ON "social_proposals"("social_lobby_id", "created_at");

-- CreateIndex
CREATE INDEX "scheduled_events_starts_at_idx" ON "scheduled_events"("starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "reports_experience_id_agent_id_category_key" ON "reports"("experience_id", "agent_id", "category");

-- AddForeignKey
ALTER TABLE "owner_accounts" ADD CONSTRAINT "owner_accounts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_experience_id_fkey" FOREIGN KEY ("experience_id") REFERENCES "experiences"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_steps" ADD CONSTRAINT "session_steps_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_memories" ADD CONSTRAINT "owner_memories_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "lobby_members" ADD CONSTRAINT "lobby_members_lobby_id_fkey" FOREIGN KEY ("lobby_id") REFERENCES "lobbies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_positions" ADD CONSTRAINT "match_positions_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "match_seats" ADD CONSTRAINT "match_seats_match_id_fkey" FOREIGN KEY ("match_id") REFERENCES "matches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ————— What schema.prisma cannot say; lib/data/migrations.test.ts proves that the two agree —————

-- ULIDs compare byte by byte: their order is the order of a stream, whatever the locale of the database.
ALTER TABLE "events" ALTER COLUMN "stream" TYPE TEXT COLLATE "C";
ALTER TABLE "events" ALTER COLUMN "id" TYPE CHAR(26) COLLATE "C";
ALTER TABLE "stream_heads" ALTER COLUMN "stream" TYPE TEXT COLLATE "C";
ALTER TABLE "social_messages" ALTER COLUMN "id" TYPE CHAR(26) COLLATE "C";

-- An agent plays one thing at a time. The idle sweep reads this index too: a further one on last_active_at
-- would be rewritten by every step, and with it every other index of the row.
CREATE UNIQUE INDEX "sessions_one_active_per_agent" ON "sessions" ("agent_id") WHERE "status" = 'active';

-- A key makes one step of a session; most steps have none.
CREATE UNIQUE INDEX "session_steps_once_a_key" ON "session_steps" ("session_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;

-- What the ticker asks: which running match has something due.
CREATE INDEX "match_positions_due" ON "match_positions" (LEAST("deadline_at", "bot_due_at")) WHERE LEAST("deadline_at", "bot_due_at") IS NOT NULL;
CREATE INDEX "matches_unsettled" ON "matches" ("ended_at") WHERE "status" <> 'active' AND "settled_at" IS NULL;
CREATE INDEX "matches_live" ON "matches" ("started_at" DESC) WHERE "status" = 'active';
CREATE UNIQUE INDEX "matches_one_exhibition_per_game" ON "matches" ("game_id") WHERE "kind" = 'exhibition' AND "status" = 'active';
CREATE INDEX "matches_recent" ON "matches" ("ended_at" DESC) WHERE "status" = 'completed';
CREATE INDEX "lobbies_to_fill" ON "lobbies" ("fill_at") WHERE "status" = 'waiting';

-- The catalog: pages by key, words anywhere in name or summary.
CREATE INDEX "experiences_page" ON "experiences" ("rank" DESC, "id" DESC) WHERE "listed";
CREATE INDEX "experiences_words" ON "experiences" USING GIN (("name" || ' ' || "summary") gin_trgm_ops);

CREATE UNIQUE INDEX "credentials_one_default" ON "credentials" ("agent_id", "experience_id") WHERE "is_default";

-- Words that a column may hold.
ALTER TABLE "agents" ADD CONSTRAINT "agents_kind_word" CHECK ("kind" IN ('agent', 'human'));
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_transport_word" CHECK ("transport" IN ('mcp', 'rest'));
ALTER TABLE "experiences"
  ADD CONSTRAINT "experiences_tier_word" CHECK ("tier" IN (1, 2)),
  ADD CONSTRAINT "experiences_kind_word" CHECK ("kind" IN ('builtin', 'mcp', 'rest', 'link')),
  ADD CONSTRAINT "experiences_interaction_model_word" CHECK ("interaction_model" IN ('session', 'proxy')),
  ADD CONSTRAINT "experiences_session_mode_word" CHECK ("session_mode" IN ('turn_based', 'realtime', 'async')),
  ADD CONSTRAINT "experiences_verification_status_word"
    CHECK ("verification_status" IN ('unverified', 'pending', 'verified', 'failed', 'connectivity_verified')),
  ADD CONSTRAINT "experiences_live_status_word" CHECK ("live_status" IN ('online', 'degraded', 'offline', 'unknown')),
  ADD CONSTRAINT "experiences_players" CHECK ("min_players" BETWEEN 1 AND "max_players");
ALTER TABLE "verifications"
  ADD CONSTRAINT "verifications_trigger_word" CHECK ("trigger" IN ('register', 'update', 'schedule', 'admin')),
  ADD CONSTRAINT "verifications_status_word" CHECK ("status" IN ('queued', 'running', 'verified', 'failed'));
ALTER TABLE "sessions"
  ADD CONSTRAINT "sessions_status_word" CHECK ("status" IN ('active', 'completed', 'error')),
  ADD CONSTRAINT "sessions_mode_word" CHECK ("mode" IN ('session', 'proxy')),
  ADD CONSTRAINT "sessions_ended" CHECK (("status" = 'active') = ("ended_at" IS NULL));
ALTER TABLE "lobbies" ADD CONSTRAINT "lobbies_status_word" CHECK ("status" IN ('waiting', 'active', 'completed', 'cancelled'));
ALTER TABLE "lobby_members" ADD CONSTRAINT "lobby_members_role_word" CHECK ("role" IN ('host', 'player', 'spectator'));
ALTER TABLE "matches"
  ADD CONSTRAINT "matches_kind_word" CHECK ("kind" IN ('solo', 'lobby', 'exhibition', 'town', 'league')),
  ADD CONSTRAINT "matches_status_word" CHECK ("status" IN ('active', 'completed', 'cancelled')),
  ADD CONSTRAINT "matches_ended" CHECK (("status" = 'active') = ("ended_at" IS NULL));
ALTER TABLE "match_seats"
  ADD CONSTRAINT "match_seats_kind_word" CHECK ("kind" IN ('agent', 'bot', 'human')),
  ADD CONSTRAINT "match_seats_strength_word" CHECK ("strength" IN ('easy', 'medium', 'strong'));
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_pool_word" CHECK ("pool" IN ('agent', 'human'));
ALTER TABLE "agent_memories" ADD CONSTRAINT "agent_memories_writer_word" CHECK ("updated_by" IN ('agent', 'owner', 'experience'));
ALTER TABLE "owner_memories" ADD CONSTRAINT "owner_memories_writer_word" CHECK ("updated_by" IN ('agent', 'owner', 'experience'));
ALTER TABLE "memory_versions"
  ADD CONSTRAINT "memory_versions_layer_word" CHECK ("layer" IN ('agent', 'owner')),
  ADD CONSTRAINT "memory_versions_writer_word" CHECK ("written_by" IN ('agent', 'owner', 'experience'));
ALTER TABLE "social_lobbies" ADD CONSTRAINT "social_lobbies_status_word" CHECK ("status" IN ('open', 'dissolved'));
ALTER TABLE "social_proposals" ADD CONSTRAINT "social_proposals_status_word" CHECK ("status" IN ('open', 'passed', 'failed', 'expired'));
ALTER TABLE "social_votes" ADD CONSTRAINT "social_votes_vote_word" CHECK ("vote" IN ('yes', 'no'));
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_rating_stars" CHECK ("rating" BETWEEN 1 AND 5);

-- Rows that every move rewrites: room in the page for the next version, and cleaning that does not wait long.
ALTER TABLE "match_positions" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE "sessions" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE "stream_heads" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE "lobbies" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "ratings" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
