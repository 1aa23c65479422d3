-- Every table as of 23 November 2026. It replaces the migrations of replaces.txt: a database that has them all goes on from
-- here, and an empty one starts here.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "agent_controls" (
    "agent_id" uuid NOT NULL,
    "stopped_at" timestamp(3) with time zone,
    "daily_steps" integer,
    "daily_cost_usd" numeric(12,4),
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "agent_controls_pkey" PRIMARY KEY (agent_id)
);

CREATE TABLE "agent_days" (
    "agent_id" uuid NOT NULL,
    "day" date NOT NULL,
    "steps" integer NOT NULL,
    "cost_usd" numeric(14,6) NOT NULL,
    CONSTRAINT "agent_days_pkey" PRIMARY KEY (agent_id, day)
);

CREATE TABLE "agent_memories" (
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "data" jsonb DEFAULT '{}'::jsonb NOT NULL,
    "session_keys" text[] DEFAULT ARRAY[]::text[],
    "version" integer DEFAULT 1 NOT NULL,
    "updated_by" text NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "experience_keys" text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT "agent_memories_pkey" PRIMARY KEY (agent_id, experience_id),
    CONSTRAINT "agent_memories_writer_word" CHECK ((updated_by = ANY (ARRAY['agent'::text, 'owner'::text, 'experience'::text])))
);

CREATE TABLE "agent_models" (
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "provider" text NOT NULL,
    "name" text NOT NULL,
    "steps" integer NOT NULL,
    "last_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "agent_models_pkey" PRIMARY KEY (agent_id, experience_id, provider, name)
);

CREATE TABLE "agents" (
    "id" uuid NOT NULL,
    "owner_id" uuid,
    "display_name" text NOT NULL,
    "avatar_url" text,
    "bio" text,
    "kind" text DEFAULT 'agent'::text NOT NULL,
    "claim_hash" text,
    "claimed_at" timestamp(3) with time zone,
    "first_call_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "deleted_at" timestamp(3) with time zone,
    "guest_seen_at" timestamp(3) with time zone,
    CONSTRAINT "agents_pkey" PRIMARY KEY (id),
    CONSTRAINT "agents_guest_without_owner" CHECK (((guest_seen_at IS NULL) OR ((kind = 'human'::text) AND (owner_id IS NULL)))),
    CONSTRAINT "agents_kind_word" CHECK ((kind = ANY (ARRAY['agent'::text, 'human'::text]))),
    CONSTRAINT "agents_person_unclaimable" CHECK (((kind <> 'human'::text) OR (claim_hash IS NULL)))
);

CREATE TABLE "api_keys" (
    "id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "name" text NOT NULL,
    "hash" text NOT NULL,
    "prefix" text NOT NULL,
    "scopes" text[],
    "expires_at" timestamp(3) with time zone,
    "revoked_at" timestamp(3) with time zone,
    "replaced_by_id" uuid,
    "last_used_at" timestamp(3) with time zone,
    "last_used_from" text,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "api_keys_pkey" PRIMARY KEY (id)
);

CREATE TABLE "approval_rules" (
    "agent_id" uuid NOT NULL,
    "tool" text NOT NULL,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "approval_rules_pkey" PRIMARY KEY (agent_id, tool)
);

CREATE TABLE "approvals" (
    "id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "tool" text NOT NULL,
    "arguments_hash" text NOT NULL,
    "arguments" text,
    "argument_shape" text,
    "idempotency_key" text,
    "status" text NOT NULL,
    "requested_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "decided_at" timestamp(3) with time zone,
    "used_at" timestamp(3) with time zone,
    "expires_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "approvals_pkey" PRIMARY KEY (id),
    CONSTRAINT "approvals_status_word" CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'used'::text, 'expired'::text])))
);

CREATE TABLE "audit_entries" (
    "id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "credential_id" text NOT NULL,
    "tool" text NOT NULL,
    "transport" text NOT NULL,
    "outcome" text NOT NULL,
    "duration_us" integer NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    "address" text,
    "api_key_id" uuid,
    "arguments" text,
    "experience_id" uuid,
    "message" text,
    "session_id" uuid,
    "status" integer,
    CONSTRAINT "audit_entries_pkey" PRIMARY KEY (id),
    CONSTRAINT "audit_entries_transport_word" CHECK ((transport = ANY (ARRAY['mcp'::text, 'rest'::text])))
);

CREATE TABLE "cinema_booking_seats" (
    "showing_id" text NOT NULL,
    "seat" text NOT NULL,
    "booking_id" uuid NOT NULL,
    CONSTRAINT "cinema_booking_seats_pkey" PRIMARY KEY (showing_id, seat)
);

CREATE TABLE "cinema_bookings" (
    "id" uuid NOT NULL,
    "reference" text NOT NULL,
    "holder" text NOT NULL,
    "showing_id" text NOT NULL,
    "tickets" jsonb NOT NULL,
    "total_cents" integer NOT NULL,
    "rental_cents" integer NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "cinema_bookings_pkey" PRIMARY KEY (id)
);

CREATE TABLE "cinema_movies" (
    "id" text NOT NULL,
    "rank" integer NOT NULL,
    "title" text NOT NULL,
    "genres" text[],
    "minutes" integer NOT NULL,
    "age" integer NOT NULL,
    "score" double precision NOT NULL,
    "language" text NOT NULL,
    "synopsis" text NOT NULL,
    "poster" text NOT NULL,
    CONSTRAINT "cinema_movies_pkey" PRIMARY KEY (id)
);

CREATE TABLE "cinema_sessions" (
    "session_id" uuid NOT NULL,
    "version" integer NOT NULL,
    "state" json NOT NULL,
    CONSTRAINT "cinema_sessions_pkey" PRIMARY KEY (session_id)
);

CREATE TABLE "cinema_showings" (
    "id" text NOT NULL,
    "movie_id" text NOT NULL,
    "theater_id" text NOT NULL,
    "day" date NOT NULL,
    "time" text NOT NULL,
    "starts_at" timestamp(3) with time zone NOT NULL,
    "screen" text NOT NULL,
    "format" text NOT NULL,
    "language" text NOT NULL,
    "price_cents" integer NOT NULL,
    "sold_before" text[],
    "backend_data" jsonb NOT NULL,
    CONSTRAINT "cinema_showings_pkey" PRIMARY KEY (id)
);

CREATE TABLE "cinema_theaters" (
    "id" text NOT NULL,
    "rank" integer NOT NULL,
    "name" text NOT NULL,
    "district" text NOT NULL,
    "distance_km" double precision NOT NULL,
    "features" text[],
    CONSTRAINT "cinema_theaters_pkey" PRIMARY KEY (id)
);

CREATE TABLE "credentials" (
    "id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "label" text NOT NULL,
    "auth_method" text NOT NULL,
    "sealed" bytea NOT NULL,
    "is_default" boolean DEFAULT false NOT NULL,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "last_used_at" timestamp(3) with time zone,
    CONSTRAINT "credentials_pkey" PRIMARY KEY (id)
);

CREATE TABLE "engagements" (
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "session_id" uuid,
    "lobby_id" uuid,
    "since" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "queue_id" text,
    CONSTRAINT "engagements_pkey" PRIMARY KEY (agent_id)
);

CREATE TABLE "event_rsvps" (
    "event_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "event_rsvps_pkey" PRIMARY KEY (event_id, agent_id)
);

CREATE TABLE "events" (
    "stream" text COLLATE "C" NOT NULL,
    "id" character(26) COLLATE "C" NOT NULL,
    "audience" text NOT NULL,
    "seq" integer NOT NULL,
    "type" text NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    "data" json NOT NULL,
    CONSTRAINT "events_pkey" PRIMARY KEY (stream, id)
);

CREATE TABLE "experiences" (
    "id" uuid NOT NULL,
    "created_by_agent_id" uuid,
    "created_by_owner_id" uuid,
    "name" text NOT NULL,
    "version" text NOT NULL,
    "summary" text NOT NULL,
    "category" text NOT NULL,
    "tags" text[],
    "tier" integer NOT NULL,
    "listed" boolean DEFAULT true NOT NULL,
    "publisher_name" text NOT NULL,
    "homepage_url" text,
    "manifest" jsonb NOT NULL,
    "kind" text NOT NULL,
    "game_id" text,
    "interaction_model" text DEFAULT 'session'::text NOT NULL,
    "session_mode" text,
    "min_players" integer DEFAULT 1 NOT NULL,
    "max_players" integer DEFAULT 1 NOT NULL,
    "multiplayer" boolean DEFAULT false NOT NULL,
    "verification_status" text DEFAULT 'unverified'::text NOT NULL,
    "verified_at" timestamp(3) with time zone,
    "info" jsonb,
    "tools" jsonb,
    "tools_hash" text,
    "live_status" text DEFAULT 'unknown'::text NOT NULL,
    "current_players" integer DEFAULT 0 NOT NULL,
    "active_lobbies" integer DEFAULT 0 NOT NULL,
    "polled_at" timestamp(3) with time zone,
    "rank" bigint DEFAULT 0 NOT NULL,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "rating_sum" integer DEFAULT 0 NOT NULL,
    "review_count" integer DEFAULT 0 NOT NULL,
    "live_since" timestamp(3) with time zone,
    CONSTRAINT "experiences_pkey" PRIMARY KEY (id),
    CONSTRAINT "experiences_interaction_model_word" CHECK ((interaction_model = ANY (ARRAY['session'::text, 'proxy'::text]))),
    CONSTRAINT "experiences_kind_word" CHECK ((kind = ANY (ARRAY['builtin'::text, 'mcp'::text, 'rest'::text, 'discovered'::text, 'link'::text]))),
    CONSTRAINT "experiences_live_status_word" CHECK ((live_status = ANY (ARRAY['online'::text, 'degraded'::text, 'offline'::text, 'unknown'::text]))),
    CONSTRAINT "experiences_players" CHECK (((min_players >= 1) AND (min_players <= max_players))),
    CONSTRAINT "experiences_session_mode_word" CHECK ((session_mode = ANY (ARRAY['turn_based'::text, 'realtime'::text, 'async'::text]))),
    CONSTRAINT "experiences_tier_word" CHECK ((tier = ANY (ARRAY[1, 2]))),
    CONSTRAINT "experiences_verification_status_word" CHECK ((verification_status = ANY (ARRAY['unverified'::text, 'pending'::text, 'verified'::text, 'failed'::text, 'connectivity_verified'::text])))
);

CREATE TABLE "golden_sessions" (
    "experience_id" uuid NOT NULL,
    "verification_id" uuid NOT NULL,
    "calls" jsonb NOT NULL,
    "recorded_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "golden_sessions_pkey" PRIMARY KEY (experience_id)
);

CREATE TABLE "idempotency_keys" (
    "agent_id" uuid NOT NULL,
    "tool" text NOT NULL,
    "key" text NOT NULL,
    "input_hash" text NOT NULL,
    "answer" jsonb,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "finished_at" timestamp(3) with time zone,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY (agent_id, tool, key)
);

CREATE TABLE "kept_games" (
    "id" text NOT NULL,
    "agent_id" uuid NOT NULL,
    "game_type" text NOT NULL,
    "position" text NOT NULL,
    "played_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "played_on" date DEFAULT CURRENT_DATE NOT NULL,
    "quiet_moves" integer DEFAULT 0 NOT NULL,
    "positions" bigint[] DEFAULT ARRAY[]::bigint[],
    CONSTRAINT "kept_games_pkey" PRIMARY KEY (id)
);

CREATE TABLE "league_exchanges" (
    "id" uuid NOT NULL,
    "fixture_id" uuid NOT NULL,
    "entries" json NOT NULL,
    CONSTRAINT "league_exchanges_pkey" PRIMARY KEY (id)
);

CREATE TABLE "league_fixtures" (
    "id" uuid NOT NULL,
    "league_uid" uuid NOT NULL,
    "round_id" integer NOT NULL,
    "number" integer NOT NULL,
    "match_id" text NOT NULL,
    "first" text NOT NULL,
    "second" text,
    "status" text NOT NULL,
    "conversation_id" uuid NOT NULL,
    "game_session_id" uuid,
    "lease_holder" uuid,
    "lease_until" timestamp(3) with time zone,
    "winner" text,
    "first_score" integer,
    "second_score" integer,
    "reason" text,
    "technical_loss" jsonb,
    "started_at" timestamp(3) with time zone,
    "ended_at" timestamp(3) with time zone,
    "first_shown" integer DEFAULT 0 NOT NULL,
    "second_shown" integer DEFAULT 0 NOT NULL,
    CONSTRAINT "league_fixtures_pkey" PRIMARY KEY (id),
    CONSTRAINT "league_fixtures_status_word" CHECK ((status = ANY (ARRAY['scheduled'::text, 'active'::text, 'completed'::text, 'bye'::text])))
);

CREATE TABLE "league_players" (
    "league_uid" uuid NOT NULL,
    "number" integer NOT NULL,
    "player_id" text NOT NULL,
    "kind" text NOT NULL,
    "display_name" text NOT NULL,
    "version" text NOT NULL,
    "endpoint" text,
    "agent_id" uuid,
    "strength" text,
    "registered_at" timestamp(3) with time zone NOT NULL,
    "withdrawn_at" timestamp(3) with time zone,
    CONSTRAINT "league_players_pkey" PRIMARY KEY (league_uid, number),
    CONSTRAINT "league_players_kind_word" CHECK ((kind = ANY (ARRAY['push'::text, 'pull'::text, 'human'::text, 'bot'::text]))),
    CONSTRAINT "league_players_strength_word" CHECK ((strength = ANY (ARRAY['easy'::text, 'medium'::text, 'strong'::text])))
);

CREATE TABLE "league_transcripts" (
    "fixture_id" uuid NOT NULL,
    "document" text NOT NULL,
    "signature" text NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "league_transcripts_pkey" PRIMARY KEY (fixture_id)
);

CREATE TABLE "leagues" (
    "id" uuid NOT NULL,
    "league_id" text NOT NULL,
    "season" integer DEFAULT 1 NOT NULL,
    "name" text NOT NULL,
    "game_type" text NOT NULL,
    "format" text NOT NULL,
    "rounds_to_win" integer NOT NULL,
    "max_rounds" integer NOT NULL,
    "time_limit_seconds" integer NOT NULL,
    "max_players" integer DEFAULT 100 NOT NULL,
    "status" text DEFAULT 'registration'::text NOT NULL,
    "current_round" integer DEFAULT 0 NOT NULL,
    "round_count" integer,
    "version" integer DEFAULT 0 NOT NULL,
    "created_by_agent_id" uuid,
    "created_at" timestamp(3) with time zone NOT NULL,
    "started_at" timestamp(3) with time zone,
    "completed_at" timestamp(3) with time zone,
    CONSTRAINT "leagues_pkey" PRIMARY KEY (id),
    CONSTRAINT "leagues_status_word" CHECK ((status = ANY (ARRAY['registration'::text, 'ready'::text, 'in_progress'::text, 'completed'::text])))
);

CREATE TABLE "lobbies" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "host_agent_id" uuid NOT NULL,
    "status" text NOT NULL,
    "max_players" integer NOT NULL,
    "min_players" integer DEFAULT 1 NOT NULL,
    "config" jsonb DEFAULT '{}'::jsonb NOT NULL,
    "outcomes" jsonb,
    "end_reason" text,
    "fill_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "started_at" timestamp(3) with time zone,
    "ended_at" timestamp(3) with time zone,
    "rematch_of" uuid,
    "unrated" jsonb,
    "start_attempt" integer DEFAULT 0 NOT NULL,
    "start_until" timestamp(3) with time zone,
    "end_attempt" integer DEFAULT 0 NOT NULL,
    "end_until" timestamp(3) with time zone,
    CONSTRAINT "lobbies_pkey" PRIMARY KEY (id),
    CONSTRAINT "lobbies_status_word" CHECK ((status = ANY (ARRAY['waiting'::text, 'active'::text, 'completed'::text, 'cancelled'::text])))
);

CREATE TABLE "lobby_members" (
    "lobby_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "experience_agent_id" text NOT NULL,
    "role" text NOT NULL,
    "session_id" uuid,
    "joined_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "left_at" timestamp(3) with time zone,
    CONSTRAINT "lobby_members_pkey" PRIMARY KEY (lobby_id, agent_id),
    CONSTRAINT "lobby_members_role_word" CHECK ((role = ANY (ARRAY['host'::text, 'player'::text, 'spectator'::text])))
);

CREATE TABLE "match_inputs" (
    "match_id" uuid NOT NULL,
    "n" integer NOT NULL,
    "seat" integer,
    "move" json,
    "spent_ms" integer NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "match_inputs_pkey" PRIMARY KEY (match_id, n)
);

CREATE TABLE "match_positions" (
    "match_id" uuid NOT NULL,
    "version" integer NOT NULL,
    "state" json NOT NULL,
    "rng_drawn" integer NOT NULL,
    "ply" integer NOT NULL,
    "inputs" integer NOT NULL,
    "head" json NOT NULL,
    "clock_key" text,
    "clock_started_at" timestamp(3) with time zone,
    "deadline_at" timestamp(3) with time zone,
    "bot_due_at" timestamp(3) with time zone,
    "clock_left" json,
    "draw_offers" json,
    CONSTRAINT "match_positions_pkey" PRIMARY KEY (match_id)
);

CREATE TABLE "match_seats" (
    "match_id" uuid NOT NULL,
    "seat" integer NOT NULL,
    "kind" text NOT NULL,
    "agent_id" uuid,
    "experience_agent_id" text,
    "session_id" uuid,
    "strength" text,
    "display_name" text NOT NULL,
    "elo_before" integer,
    "elo_after" integer,
    "is_guest" boolean DEFAULT false NOT NULL,
    "is_provisional" boolean DEFAULT false NOT NULL,
    CONSTRAINT "match_seats_pkey" PRIMARY KEY (match_id, seat),
    CONSTRAINT "match_seats_kind_word" CHECK ((kind = ANY (ARRAY['agent'::text, 'bot'::text, 'human'::text]))),
    CONSTRAINT "match_seats_strength_word" CHECK ((strength = ANY (ARRAY['easy'::text, 'medium'::text, 'strong'::text])))
);

CREATE TABLE "matches" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "game_id" text NOT NULL,
    "game_version" integer NOT NULL,
    "kind" text NOT NULL,
    "status" text NOT NULL,
    "options" jsonb NOT NULL,
    "seed" text NOT NULL,
    "seed_commitment" text NOT NULL,
    "move_time_ms" integer,
    "rated" boolean DEFAULT false NOT NULL,
    "outcome" jsonb,
    "end_reason" text,
    "started_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "ended_at" timestamp(3) with time zone,
    "closed_at" timestamp(3) with time zone,
    "unrated" jsonb,
    "omniscient_delay_s" integer DEFAULT 0 NOT NULL,
    "clock_base_ms" integer,
    "clock_increment_ms" integer,
    CONSTRAINT "matches_pkey" PRIMARY KEY (id),
    CONSTRAINT "matches_ended" CHECK (((status = 'active'::text) = (ended_at IS NULL))),
    CONSTRAINT "matches_kind_word" CHECK ((kind = ANY (ARRAY['solo'::text, 'lobby'::text, 'exhibition'::text, 'town'::text, 'league'::text]))),
    CONSTRAINT "matches_omniscient_delay" CHECK (((omniscient_delay_s >= 0) AND (omniscient_delay_s <= 3600))),
    CONSTRAINT "matches_one_clock" CHECK ((((clock_base_ms IS NULL) = (clock_increment_ms IS NULL)) AND ((clock_base_ms IS NULL) OR (move_time_ms IS NULL)))),
    CONSTRAINT "matches_status_word" CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'cancelled'::text])))
);

CREATE TABLE "mcp_sessions" (
    "id" text NOT NULL,
    "credential_id" text NOT NULL,
    "agent_id" uuid,
    "protocol_version" text NOT NULL,
    "client_info" jsonb NOT NULL,
    "capabilities" jsonb DEFAULT '{}'::jsonb NOT NULL,
    "toolsets" text[],
    "underscore_names" boolean DEFAULT false NOT NULL,
    "subscriptions" text[] DEFAULT ARRAY[]::text[],
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "last_seen_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "mcp_sessions_pkey" PRIMARY KEY (id)
);

CREATE TABLE "memory_versions" (
    "id" uuid NOT NULL,
    "layer" text NOT NULL,
    "subject_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "version" integer NOT NULL,
    "data" jsonb NOT NULL,
    "diff" jsonb NOT NULL,
    "written_by" text NOT NULL,
    "at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "experience_keys" text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT "memory_versions_pkey" PRIMARY KEY (id),
    CONSTRAINT "memory_versions_layer_word" CHECK ((layer = ANY (ARRAY['agent'::text, 'owner'::text]))),
    CONSTRAINT "memory_versions_writer_word" CHECK ((written_by = ANY (ARRAY['agent'::text, 'owner'::text, 'experience'::text])))
);

CREATE TABLE "notifications" (
    "id" uuid NOT NULL,
    "owner_id" uuid NOT NULL,
    "type" text NOT NULL,
    "data" jsonb NOT NULL,
    "once_key" text,
    "at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "read_at" timestamp(3) with time zone,
    CONSTRAINT "notifications_pkey" PRIMARY KEY (id)
);

CREATE TABLE "owner_accounts" (
    "id" uuid NOT NULL,
    "owner_id" uuid NOT NULL,
    "provider" text NOT NULL,
    "provider_account_id" text NOT NULL,
    CONSTRAINT "owner_accounts_pkey" PRIMARY KEY (id)
);

CREATE TABLE "owner_browsers" (
    "id" uuid NOT NULL,
    "owner_id" uuid NOT NULL,
    "session_epoch" integer NOT NULL,
    "user_agent" text NOT NULL,
    "address" text NOT NULL,
    "signed_in_at" timestamp(3) with time zone NOT NULL,
    "last_seen_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "owner_browsers_pkey" PRIMARY KEY (id)
);

CREATE TABLE "owner_memories" (
    "owner_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "data" jsonb DEFAULT '{}'::jsonb NOT NULL,
    "version" integer DEFAULT 1 NOT NULL,
    "updated_by" text NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "owner_memories_pkey" PRIMARY KEY (owner_id, experience_id),
    CONSTRAINT "owner_memories_writer_word" CHECK ((updated_by = ANY (ARRAY['agent'::text, 'owner'::text, 'experience'::text])))
);

CREATE TABLE "owners" (
    "id" uuid NOT NULL,
    "email" text NOT NULL,
    "display_name" text NOT NULL,
    "password_hash" text,
    "is_admin" boolean DEFAULT false NOT NULL,
    "session_epoch" integer DEFAULT 0 NOT NULL,
    "image" text,
    "email_verified" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "reset_expires_at" timestamp(3) with time zone,
    "reset_hash" text,
    CONSTRAINT "owners_pkey" PRIMARY KEY (id)
);

CREATE TABLE "quality_reports" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "category" text NOT NULL,
    "description" text,
    "session_id" uuid,
    "experience_version" text NOT NULL,
    "verification_status" text NOT NULL,
    "live_status" text NOT NULL,
    "status" text DEFAULT 'open'::text NOT NULL,
    "note" text,
    "triaged_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "quality_reports_pkey" PRIMARY KEY (id),
    CONSTRAINT "quality_reports_category_word" CHECK ((category = ANY (ARRAY['unclear_instructions'::text, 'broken_action_format'::text, 'unexpected_error'::text, 'unresponsive'::text, 'other'::text]))),
    CONSTRAINT "quality_reports_status_word" CHECK ((status = ANY (ARRAY['open'::text, 'acknowledged'::text, 'resolved'::text, 'dismissed'::text])))
);

CREATE UNLOGGED TABLE "rate_limits" (
    "key" character varying(255) NOT NULL,
    "points" integer DEFAULT 0 NOT NULL,
    "expire" bigint,
    CONSTRAINT "rate_limits_pkey" PRIMARY KEY (key)
);

CREATE TABLE "rating_changes" (
    "match_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "elo_before" integer NOT NULL,
    "elo_after" integer NOT NULL,
    "at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "pool" text DEFAULT 'agent'::text NOT NULL,
    CONSTRAINT "rating_changes_pkey" PRIMARY KEY (match_id, agent_id),
    CONSTRAINT "rating_changes_pool_word" CHECK ((pool = ANY (ARRAY['agent'::text, 'human'::text])))
);

CREATE TABLE "ratings" (
    "experience_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "pool" text DEFAULT 'agent'::text NOT NULL,
    "experience_agent_id" text NOT NULL,
    "elo" integer DEFAULT 1200 NOT NULL,
    "glicko_rating" double precision DEFAULT 1500 NOT NULL,
    "glicko_deviation" double precision DEFAULT 350 NOT NULL,
    "glicko_volatility" double precision DEFAULT 0.06 NOT NULL,
    "matches_played" integer DEFAULT 0 NOT NULL,
    "wins" integer DEFAULT 0 NOT NULL,
    "losses" integer DEFAULT 0 NOT NULL,
    "draws" integer DEFAULT 0 NOT NULL,
    "last_played_at" timestamp(3) with time zone,
    CONSTRAINT "ratings_pkey" PRIMARY KEY (experience_id, pool, agent_id),
    CONSTRAINT "ratings_pool_word" CHECK ((pool = ANY (ARRAY['agent'::text, 'human'::text])))
);

CREATE TABLE "relay_days" (
    "day" date NOT NULL,
    "sessions" integer NOT NULL,
    CONSTRAINT "relay_days_pkey" PRIMARY KEY (day)
);

CREATE TABLE "relay_events" (
    "room_id" uuid NOT NULL,
    "seq" integer NOT NULL,
    "session_id" text,
    "event_index" integer,
    "at" timestamp(3) with time zone NOT NULL,
    "direction" text NOT NULL,
    "type" text NOT NULL,
    "payload" json NOT NULL,
    "audience" text,
    "internal" json,
    CONSTRAINT "relay_events_pkey" PRIMARY KEY (room_id, seq),
    CONSTRAINT "relay_events_direction_word" CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'internal'::text]))),
    CONSTRAINT "relay_events_index_of_session" CHECK (((session_id IS NULL) = (event_index IS NULL)))
);

CREATE TABLE "relay_processes" (
    "id" text NOT NULL,
    "alive_until" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "relay_processes_pkey" PRIMARY KEY (id)
);

CREATE TABLE "relay_rooms" (
    "id" uuid NOT NULL,
    "name" text NOT NULL,
    "app" text NOT NULL,
    "is_open" boolean NOT NULL,
    "participant_hash" text DEFAULT ''::text NOT NULL,
    "owner_id" uuid,
    "host_id" text,
    "host_process" text,
    "session_id" text,
    "event_count" integer DEFAULT 0 NOT NULL,
    "last_seq" integer DEFAULT 0 NOT NULL,
    "version" integer DEFAULT 0 NOT NULL,
    "live" json NOT NULL,
    "state" json,
    "updated_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "relay_rooms_pkey" PRIMARY KEY (id)
);

CREATE TABLE "relay_sessions" (
    "id" text NOT NULL,
    "room_id" uuid NOT NULL,
    "app" text NOT NULL,
    "owner_id" uuid,
    "study_id" text NOT NULL,
    "participant_id" text NOT NULL,
    "started_at" timestamp(3) with time zone NOT NULL,
    "ended_at" timestamp(3) with time zone,
    "end_reason" text,
    "event_count" integer DEFAULT 0 NOT NULL,
    CONSTRAINT "relay_sessions_pkey" PRIMARY KEY (id)
);

CREATE TABLE "reviews" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "rating" integer NOT NULL,
    "review" text,
    "by_publisher" boolean DEFAULT false NOT NULL,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updated_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "reviews_pkey" PRIMARY KEY (id),
    CONSTRAINT "reviews_rating_stars" CHECK (((rating >= 1) AND (rating <= 5)))
);

CREATE TABLE "scheduled_events" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "created_by_agent_id" uuid NOT NULL,
    "starts_at" timestamp(3) with time zone NOT NULL,
    "description" text,
    "status" text DEFAULT 'scheduled'::text NOT NULL,
    "game_session_id" uuid NOT NULL,
    "open_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "scheduled_events_pkey" PRIMARY KEY (id),
    CONSTRAINT "scheduled_events_status_word" CHECK ((status = ANY (ARRAY['scheduled'::text, 'open'::text, 'cancelled'::text])))
);

CREATE TABLE "session_costs" (
    "session_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "cost_usd" numeric(14,6) NOT NULL,
    "last_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "session_costs_pkey" PRIMARY KEY (session_id)
);

CREATE TABLE "session_steps" (
    "session_id" uuid NOT NULL,
    "step_number" integer NOT NULL,
    "action" json,
    "response" json,
    "idempotency_key" text,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "latency_ms" integer,
    "filled_args" json,
    CONSTRAINT "session_steps_pkey" PRIMARY KEY (session_id, step_number)
);

CREATE TABLE "sessions" (
    "id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "experience_agent_id" text NOT NULL,
    "status" text NOT NULL,
    "match_id" uuid,
    "seat" integer,
    "lobby_id" uuid,
    "step_count" integer DEFAULT 0 NOT NULL,
    "upstream_session_id" text,
    "outcomes" jsonb,
    "end_reason" text,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "last_active_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "ended_at" timestamp(3) with time zone,
    "fault_at" timestamp(3) with time zone,
    "fault_code" text,
    CONSTRAINT "sessions_pkey" PRIMARY KEY (id),
    CONSTRAINT "sessions_ended" CHECK (((status = 'active'::text) = (ended_at IS NULL))),
    CONSTRAINT "sessions_status_word" CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'error'::text])))
);

CREATE TABLE "social_lobbies" (
    "id" uuid NOT NULL,
    "name" text NOT NULL,
    "description" text,
    "max_members" integer NOT NULL,
    "status" text DEFAULT 'open'::text NOT NULL,
    "permanent" boolean DEFAULT false NOT NULL,
    "created_by_agent_id" uuid,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "dissolved_at" timestamp(3) with time zone,
    CONSTRAINT "social_lobbies_pkey" PRIMARY KEY (id),
    CONSTRAINT "social_lobbies_status_word" CHECK ((status = ANY (ARRAY['open'::text, 'dissolved'::text])))
);

CREATE TABLE "social_members" (
    "lobby_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "joined_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "social_members_pkey" PRIMARY KEY (lobby_id, agent_id)
);

CREATE TABLE "social_proposals" (
    "id" uuid NOT NULL,
    "lobby_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "proposer_agent_id" uuid NOT NULL,
    "reason" text,
    "config" jsonb DEFAULT '{}'::jsonb NOT NULL,
    "status" text DEFAULT 'active'::text NOT NULL,
    "game_session_id" uuid,
    "failure" jsonb,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "due_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "social_proposals_pkey" PRIMARY KEY (id),
    CONSTRAINT "social_proposals_status_word" CHECK ((status = ANY (ARRAY['active'::text, 'approved'::text, 'rejected'::text, 'expired'::text, 'failed'::text])))
);

CREATE TABLE "social_votes" (
    "proposal_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "is_yes" boolean NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "social_votes_pkey" PRIMARY KEY (proposal_id, agent_id)
);

CREATE TABLE "status_days" (
    "experience_id" uuid NOT NULL,
    "day" date NOT NULL,
    "online" integer DEFAULT 0 NOT NULL,
    "degraded" integer DEFAULT 0 NOT NULL,
    "offline" integer DEFAULT 0 NOT NULL,
    "unknown" integer DEFAULT 0 NOT NULL,
    "answered" integer DEFAULT 0 NOT NULL,
    "latency_ms" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT "status_days_pkey" PRIMARY KEY (experience_id, day)
);

CREATE TABLE "stream_heads" (
    "stream" text COLLATE "C" NOT NULL,
    "head" jsonb NOT NULL,
    CONSTRAINT "stream_heads_pkey" PRIMARY KEY (stream)
);

CREATE TABLE "telemetry" (
    "id" uuid NOT NULL,
    "session_id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "step_number" integer,
    "usage" jsonb,
    "model_runtime" jsonb,
    "cadence" jsonb,
    "provenance" jsonb NOT NULL,
    "latency_ms" integer,
    "at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "note" text,
    CONSTRAINT "telemetry_pkey" PRIMARY KEY (id)
);

CREATE TABLE "town_buildings" (
    "match_id" uuid NOT NULL,
    "number" SERIAL NOT NULL,
    "plot" integer NOT NULL,
    "opened_at" timestamp(3) with time zone NOT NULL,
    "release_at" timestamp(3) with time zone,
    "released_at" timestamp(3) with time zone,
    "recorded_at" timestamp(3) with time zone,
    CONSTRAINT "town_buildings_pkey" PRIMARY KEY (match_id)
);

CREATE TABLE "usage_days" (
    "agent_id" uuid NOT NULL,
    "day" date NOT NULL,
    "experience_id" uuid NOT NULL,
    "calls" integer NOT NULL,
    "failed" integer NOT NULL,
    "steps" integer NOT NULL,
    "input_tokens" bigint NOT NULL,
    "output_tokens" bigint NOT NULL,
    "cost_usd" numeric(14,6) NOT NULL,
    "duration_ms" bigint NOT NULL,
    "durations" integer[],
    CONSTRAINT "usage_days_pkey" PRIMARY KEY (agent_id, day, experience_id)
);

CREATE TABLE "verifications" (
    "id" uuid NOT NULL,
    "experience_id" uuid NOT NULL,
    "trigger" text NOT NULL,
    "status" text NOT NULL,
    "checks" jsonb DEFAULT '[]'::jsonb NOT NULL,
    "started_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "finished_at" timestamp(3) with time zone,
    "accepted_hash" text,
    "definition_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
    "seen_hash" text,
    "session_changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT "verifications_pkey" PRIMARY KEY (id),
    CONSTRAINT "verifications_status_word" CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'verified'::text, 'failed'::text]))),
    CONSTRAINT "verifications_trigger_word" CHECK ((trigger = ANY (ARRAY['register'::text, 'update'::text, 'schedule'::text, 'admin'::text, 'publisher'::text, 'accept'::text])))
);

CREATE TABLE "webhook_deliveries" (
    "id" uuid NOT NULL,
    "webhook_id" uuid NOT NULL,
    "notification_id" uuid NOT NULL,
    "status" text NOT NULL,
    "attempts" integer DEFAULT 0 NOT NULL,
    "due_at" timestamp(3) with time zone,
    "http_status" integer,
    "error" text,
    "duration_ms" integer,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "finished_at" timestamp(3) with time zone,
    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY (id),
    CONSTRAINT "webhook_deliveries_status_word" CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);

CREATE TABLE "webhooks" (
    "id" uuid NOT NULL,
    "owner_id" uuid NOT NULL,
    "url" text NOT NULL,
    "types" text[],
    "sealed" bytea NOT NULL,
    "is_enabled" boolean DEFAULT true NOT NULL,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "webhooks_pkey" PRIMARY KEY (id)
);

CREATE TABLE "werewolf_queue_entries" (
    "agent_id" uuid NOT NULL,
    "queue_id" text NOT NULL,
    "place" SERIAL NOT NULL,
    "display_name" text NOT NULL,
    "joined_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "werewolf_queue_entries_pkey" PRIMARY KEY (agent_id)
);

CREATE TABLE "werewolf_queues" (
    "id" text NOT NULL,
    "fill_at" timestamp(3) with time zone,
    CONSTRAINT "werewolf_queues_pkey" PRIMARY KEY (id)
);

CREATE TABLE "werewolf_ratings" (
    "agent_id" uuid NOT NULL,
    "faction" text NOT NULL,
    "mu" double precision NOT NULL,
    "sigma" double precision NOT NULL,
    "ordinal" double precision NOT NULL,
    "matches" integer NOT NULL,
    "wins" integer NOT NULL,
    CONSTRAINT "werewolf_ratings_pkey" PRIMARY KEY (agent_id, faction)
);

CREATE TABLE "werewolf_results" (
    "match_id" uuid NOT NULL,
    "agent_id" uuid NOT NULL,
    "role" text NOT NULL,
    "won" boolean NOT NULL,
    "survived" boolean NOT NULL,
    "true_statements" integer NOT NULL,
    "lies" integer NOT NULL,
    "mistakes" integer NOT NULL,
    "believed_by" integer NOT NULL,
    "votes" integer NOT NULL,
    "votes_for_wolves" integer NOT NULL,
    "at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "werewolf_results_pkey" PRIMARY KEY (match_id, agent_id)
);

CREATE UNIQUE INDEX agents_claim_hash_key ON agents (claim_hash);
CREATE INDEX agents_guests_by_last_game ON agents (guest_seen_at) WHERE (guest_seen_at IS NOT NULL);
CREATE INDEX agents_names ON agents USING gin (display_name gin_trgm_ops);
CREATE UNIQUE INDEX agents_one_player_per_owner ON agents (owner_id) WHERE (kind = 'human'::text);
CREATE INDEX agents_owner_id_created_at_idx ON agents (owner_id, created_at);
CREATE INDEX api_keys_agent_id_created_at_idx ON api_keys (agent_id, created_at);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys (hash);
CREATE INDEX approvals_agent_id_requested_at_idx ON approvals (agent_id, requested_at DESC);
CREATE UNIQUE INDEX approvals_pending ON approvals (agent_id, tool, arguments_hash) WHERE (status = 'pending'::text);
CREATE INDEX audit_entries_agent_id_at_idx ON audit_entries (agent_id, at DESC);
CREATE INDEX audit_entries_at ON audit_entries USING brin (at);
CREATE INDEX audit_entries_session ON audit_entries (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX cinema_booking_seats_booking_id_idx ON cinema_booking_seats (booking_id);
CREATE UNIQUE INDEX cinema_bookings_holder_key ON cinema_bookings (holder);
CREATE UNIQUE INDEX cinema_bookings_reference_key ON cinema_bookings (reference);
CREATE INDEX cinema_bookings_showing_id_idx ON cinema_bookings (showing_id);
CREATE INDEX cinema_showings_movie_id_theater_id_starts_at_idx ON cinema_showings (movie_id, theater_id, starts_at);
CREATE INDEX cinema_showings_starts_at_idx ON cinema_showings (starts_at);
CREATE UNIQUE INDEX credentials_agent_id_experience_id_label_key ON credentials (agent_id, experience_id, label);
CREATE UNIQUE INDEX credentials_one_default ON credentials (agent_id, experience_id) WHERE is_default;
CREATE INDEX engagements_experience_id_idx ON engagements (experience_id);
CREATE INDEX event_rsvps_agent_id_idx ON event_rsvps (agent_id);
CREATE UNIQUE INDEX events_stream_audience_seq_key ON events (stream, audience, seq);
CREATE INDEX experiences_category_rank_id_idx ON experiences (category, rank DESC, id DESC);
CREATE INDEX experiences_created_by_agent_id_idx ON experiences (created_by_agent_id);
CREATE INDEX experiences_created_by_owner_id_idx ON experiences (created_by_owner_id);
CREATE INDEX experiences_page ON experiences (rank DESC, id DESC) WHERE listed;
CREATE INDEX experiences_playable_page ON experiences (rank DESC, id DESC) WHERE (listed AND (tier = 2) AND (verification_status = ANY (ARRAY['verified'::text, 'connectivity_verified'::text])) AND (live_status <> 'offline'::text));
CREATE UNIQUE INDEX experiences_publisher_name_name_key ON experiences (publisher_name, name);
CREATE INDEX experiences_tags_idx ON experiences USING gin (tags);
CREATE INDEX experiences_words ON experiences USING gin ((((name || ' '::text) || summary)) gin_trgm_ops);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE INDEX kept_games_agent_id_idx ON kept_games (agent_id);
CREATE INDEX kept_games_played_on_idx ON kept_games (played_on);
CREATE INDEX league_exchanges_fixture_id_id_idx ON league_exchanges (fixture_id, id);
CREATE INDEX league_fixtures_active ON league_fixtures (league_uid) WHERE (status = 'active'::text);
CREATE INDEX league_fixtures_due ON league_fixtures (lease_until) WHERE (lease_until IS NOT NULL);
CREATE UNIQUE INDEX league_fixtures_game_session_id_key ON league_fixtures (game_session_id);
CREATE UNIQUE INDEX league_fixtures_league_uid_match_id_key ON league_fixtures (league_uid, match_id);
CREATE INDEX league_fixtures_league_uid_round_id_number_idx ON league_fixtures (league_uid, round_id, number);
CREATE INDEX league_fixtures_unfinished ON league_fixtures (league_uid, round_id) WHERE (status = ANY (ARRAY['scheduled'::text, 'active'::text]));
CREATE INDEX league_players_agent ON league_players (agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX league_players_endpoint ON league_players (endpoint) WHERE (endpoint IS NOT NULL);
CREATE UNIQUE INDEX league_players_league_uid_player_id_key ON league_players (league_uid, player_id);
CREATE UNIQUE INDEX league_players_one_agent ON league_players (league_uid, agent_id) WHERE (kind = ANY (ARRAY['pull'::text, 'human'::text]));
CREATE UNIQUE INDEX league_players_one_endpoint ON league_players (league_uid, endpoint) WHERE (endpoint IS NOT NULL);
CREATE UNIQUE INDEX leagues_league_id_key ON leagues (league_id);
CREATE INDEX leagues_newest ON leagues (created_at DESC, id DESC);
CREATE INDEX leagues_to_play ON leagues (id) WHERE (status = ANY (ARRAY['ready'::text, 'in_progress'::text]));
CREATE INDEX lobbies_experience_id_status_created_at_idx ON lobbies (experience_id, status, created_at);
CREATE UNIQUE INDEX lobbies_one_open_rematch ON lobbies (rematch_of) WHERE ((status = 'waiting'::text) AND (rematch_of IS NOT NULL));
CREATE INDEX lobbies_to_fill ON lobbies (fill_at) WHERE (status = 'waiting'::text);
CREATE INDEX lobby_members_agent_id_idx ON lobby_members (agent_id);
CREATE INDEX match_positions_due ON match_positions (LEAST(deadline_at, bot_due_at)) WHERE (LEAST(deadline_at, bot_due_at) IS NOT NULL);
CREATE INDEX match_seats_agent_id_match_id_idx ON match_seats (agent_id, match_id DESC);
CREATE INDEX matches_archive ON matches (game_id, id DESC) WHERE (status = 'completed'::text);
CREATE INDEX matches_experience_id_started_at_idx ON matches (experience_id, started_at DESC);
CREATE INDEX matches_game_id_started_at_idx ON matches (game_id, started_at DESC);
CREATE INDEX matches_live ON matches (started_at DESC) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX matches_one_exhibition_per_game ON matches (game_id) WHERE ((kind = 'exhibition'::text) AND (status = 'active'::text));
CREATE INDEX matches_recent ON matches (ended_at DESC) WHERE (status = 'completed'::text);
CREATE INDEX matches_unclosed ON matches (ended_at) WHERE ((status <> 'active'::text) AND (closed_at IS NULL));
CREATE INDEX mcp_sessions_credential_id_idx ON mcp_sessions (credential_id);
CREATE INDEX mcp_sessions_last_seen_at_idx ON mcp_sessions (last_seen_at);
CREATE UNIQUE INDEX memory_versions_layer_subject_id_experience_id_version_key ON memory_versions (layer, subject_id, experience_id, version);
CREATE INDEX notifications_owner_id_at_idx ON notifications (owner_id, at DESC);
CREATE UNIQUE INDEX notifications_owner_id_once_key_key ON notifications (owner_id, once_key);
CREATE INDEX notifications_unread ON notifications (owner_id) WHERE (read_at IS NULL);
CREATE INDEX owner_accounts_owner_id_idx ON owner_accounts (owner_id);
CREATE UNIQUE INDEX owner_accounts_provider_provider_account_id_key ON owner_accounts (provider, provider_account_id);
CREATE INDEX owner_browsers_owner_id_idx ON owner_browsers (owner_id);
CREATE UNIQUE INDEX owners_email_key ON owners (email);
CREATE UNIQUE INDEX owners_reset_hash_key ON owners (reset_hash);
CREATE UNIQUE INDEX quality_reports_experience_id_agent_id_category_key ON quality_reports (experience_id, agent_id, category);
CREATE INDEX quality_reports_experience_id_updated_at_id_idx ON quality_reports (experience_id, updated_at DESC, id DESC);
CREATE INDEX quality_reports_status_updated_at_id_idx ON quality_reports (status, updated_at DESC, id DESC);
CREATE INDEX rating_changes_agent_id_experience_id_at_idx ON rating_changes (agent_id, experience_id, at);
CREATE INDEX ratings_agent_id_idx ON ratings (agent_id);
CREATE INDEX ratings_experience_id_pool_elo_idx ON ratings (experience_id, pool, elo DESC);
CREATE UNIQUE INDEX relay_events_session_id_event_index_key ON relay_events (session_id, event_index);
CREATE INDEX relay_rooms_in_session ON relay_rooms (updated_at) WHERE (session_id IS NOT NULL);
CREATE UNIQUE INDEX relay_rooms_name_key ON relay_rooms (name);
CREATE INDEX relay_rooms_owner_id_updated_at_idx ON relay_rooms (owner_id, updated_at DESC);
CREATE UNIQUE INDEX relay_rooms_participant ON relay_rooms (participant_hash) WHERE (NOT is_open);
CREATE INDEX relay_rooms_updated_at_idx ON relay_rooms (updated_at);
CREATE INDEX relay_sessions_owner_id_started_at_id_idx ON relay_sessions (owner_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX relay_sessions_running ON relay_sessions (room_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX reviews_experience_id_agent_id_key ON reviews (experience_id, agent_id);
CREATE INDEX reviews_experience_id_updated_at_id_idx ON reviews (experience_id, updated_at DESC, id DESC);
CREATE INDEX scheduled_events_created_by_agent_id_starts_at_idx ON scheduled_events (created_by_agent_id, starts_at);
CREATE INDEX scheduled_events_experience_id_starts_at_idx ON scheduled_events (experience_id, starts_at);
CREATE UNIQUE INDEX scheduled_events_game_session_id_key ON scheduled_events (game_session_id);
CREATE INDEX scheduled_events_starts_at_idx ON scheduled_events (starts_at);
CREATE INDEX scheduled_events_to_open ON scheduled_events (open_at) WHERE (open_at IS NOT NULL);
CREATE INDEX session_costs_agent_id_experience_id_last_at_idx ON session_costs (agent_id, experience_id, last_at DESC);
CREATE UNIQUE INDEX session_steps_once_a_key ON session_steps (session_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX sessions_agent_id_created_at_idx ON sessions (agent_id, created_at DESC);
CREATE INDEX sessions_experience_id_agent_id_idx ON sessions (experience_id, agent_id);
CREATE INDEX sessions_experience_id_created_at_idx ON sessions (experience_id, created_at DESC);
CREATE INDEX sessions_match_id_idx ON sessions (match_id);
CREATE UNIQUE INDEX sessions_one_active_per_agent ON sessions (agent_id) WHERE (status = 'active'::text);
CREATE INDEX social_lobbies_open ON social_lobbies (created_at DESC) WHERE (status = 'open'::text);
CREATE INDEX social_lobbies_open_by_creator ON social_lobbies (created_by_agent_id) WHERE (status = 'open'::text);
CREATE INDEX social_members_agent_id_idx ON social_members (agent_id);
CREATE INDEX social_proposals_due ON social_proposals (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX social_proposals_experience_id_idx ON social_proposals (experience_id);
CREATE INDEX social_proposals_lobby_id_created_at_idx ON social_proposals (lobby_id, created_at);
CREATE UNIQUE INDEX social_proposals_one_active ON social_proposals (lobby_id, experience_id) WHERE (status = 'active'::text);
CREATE INDEX status_days_day_idx ON status_days (day);
CREATE INDEX telemetry_agent_id_at_idx ON telemetry (agent_id, at);
CREATE INDEX telemetry_experience_id_at_idx ON telemetry (experience_id, at);
CREATE INDEX telemetry_session_id_step_number_idx ON telemetry (session_id, step_number);
CREATE UNIQUE INDEX town_buildings_number_key ON town_buildings (number);
CREATE UNIQUE INDEX town_buildings_plot ON town_buildings (plot) WHERE (released_at IS NULL);
CREATE INDEX town_buildings_release_at ON town_buildings (release_at) WHERE ((released_at IS NULL) AND (release_at IS NOT NULL));
CREATE INDEX town_buildings_running ON town_buildings (number) WHERE (release_at IS NULL);
CREATE INDEX town_buildings_unrecorded ON town_buildings (release_at) WHERE ((recorded_at IS NULL) AND (release_at IS NOT NULL));
CREATE INDEX usage_days_day ON usage_days USING brin (day);
CREATE INDEX verifications_experience_id_started_at_idx ON verifications (experience_id, started_at DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_webhook_id_created_at_idx ON webhook_deliveries (webhook_id, created_at DESC);
CREATE INDEX webhooks_owner_id_idx ON webhooks (owner_id);
CREATE INDEX werewolf_queue_entries_queue_id_place_idx ON werewolf_queue_entries (queue_id, place);
CREATE INDEX werewolf_ratings_faction_ordinal_idx ON werewolf_ratings (faction, ordinal DESC);
CREATE INDEX werewolf_results_agent_id_at_idx ON werewolf_results (agent_id, at);

ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES owners(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES agents(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "cinema_booking_seats" ADD CONSTRAINT "cinema_booking_seats_booking_id_fkey" FOREIGN KEY (booking_id) REFERENCES cinema_bookings(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "cinema_booking_seats" ADD CONSTRAINT "cinema_booking_seats_showing_id_fkey" FOREIGN KEY (showing_id) REFERENCES cinema_showings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "cinema_bookings" ADD CONSTRAINT "cinema_bookings_showing_id_fkey" FOREIGN KEY (showing_id) REFERENCES cinema_showings(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "cinema_showings" ADD CONSTRAINT "cinema_showings_movie_id_fkey" FOREIGN KEY (movie_id) REFERENCES cinema_movies(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "cinema_showings" ADD CONSTRAINT "cinema_showings_theater_id_fkey" FOREIGN KEY (theater_id) REFERENCES cinema_theaters(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "event_rsvps" ADD CONSTRAINT "event_rsvps_event_id_fkey" FOREIGN KEY (event_id) REFERENCES scheduled_events(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "league_exchanges" ADD CONSTRAINT "league_exchanges_fixture_id_fkey" FOREIGN KEY (fixture_id) REFERENCES league_fixtures(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "league_fixtures" ADD CONSTRAINT "league_fixtures_league_uid_fkey" FOREIGN KEY (league_uid) REFERENCES leagues(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "league_players" ADD CONSTRAINT "league_players_league_uid_fkey" FOREIGN KEY (league_uid) REFERENCES leagues(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "league_transcripts" ADD CONSTRAINT "league_transcripts_fixture_id_fkey" FOREIGN KEY (fixture_id) REFERENCES league_fixtures(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "lobby_members" ADD CONSTRAINT "lobby_members_lobby_id_fkey" FOREIGN KEY (lobby_id) REFERENCES lobbies(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "match_positions" ADD CONSTRAINT "match_positions_match_id_fkey" FOREIGN KEY (match_id) REFERENCES matches(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "match_seats" ADD CONSTRAINT "match_seats_match_id_fkey" FOREIGN KEY (match_id) REFERENCES matches(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "owner_accounts" ADD CONSTRAINT "owner_accounts_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES owners(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "owner_browsers" ADD CONSTRAINT "owner_browsers_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES owners(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "owner_memories" ADD CONSTRAINT "owner_memories_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES owners(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "session_steps" ADD CONSTRAINT "session_steps_session_id_fkey" FOREIGN KEY (session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "social_members" ADD CONSTRAINT "social_members_lobby_id_fkey" FOREIGN KEY (lobby_id) REFERENCES social_lobbies(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "social_proposals" ADD CONSTRAINT "social_proposals_lobby_id_fkey" FOREIGN KEY (lobby_id) REFERENCES social_lobbies(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "social_votes" ADD CONSTRAINT "social_votes_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES social_proposals(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_experience_id_fkey" FOREIGN KEY (experience_id) REFERENCES experiences(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_notification_id_fkey" FOREIGN KEY (notification_id) REFERENCES notifications(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE "kept_games" SET (fillfactor = 80);
ALTER TABLE "league_exchanges" SET (toast_tuple_target = 8160);
ALTER TABLE "league_transcripts" ALTER COLUMN "document" SET STORAGE EXTERNAL;
ALTER TABLE "lobbies" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "match_positions" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE "ratings" SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "sessions" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE "status_days" SET (fillfactor = 80);
ALTER TABLE "stream_heads" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
