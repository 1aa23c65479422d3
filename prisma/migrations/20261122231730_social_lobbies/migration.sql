-- CreateTable
CREATE TABLE "social_lobbies" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "max_members" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "permanent" BOOLEAN NOT NULL DEFAULT false,
    "created_by_agent_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dissolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "social_lobbies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_members" (
    "lobby_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "social_members_pkey" PRIMARY KEY ("lobby_id","agent_id")
);

-- CreateTable
CREATE TABLE "social_proposals" (
    "id" UUID NOT NULL,
    "lobby_id" UUID NOT NULL,
    "experience_id" UUID NOT NULL,
    "proposer_agent_id" UUID NOT NULL,
    "reason" TEXT,
    "config" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'active',
    "game_session_id" UUID,
    "failure" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "social_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_votes" (
    "proposal_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "is_yes" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "social_votes_pkey" PRIMARY KEY ("proposal_id","agent_id")
);

-- CreateIndex
CREATE INDEX "social_members_agent_id_idx" ON "social_members"("agent_id");

-- CreateIndex
CREATE INDEX "social_proposals_lobby_id_created_at_idx" ON "social_proposals"("lobby_id", "created_at");

-- CreateIndex
CREATE INDEX "social_proposals_experience_id_idx" ON "social_proposals"("experience_id");

-- AddForeignKey
ALTER TABLE "social_members" ADD CONSTRAINT "social_members_lobby_id_fkey" FOREIGN KEY ("lobby_id") REFERENCES "social_lobbies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_proposals" ADD CONSTRAINT "social_proposals_lobby_id_fkey" FOREIGN KEY ("lobby_id") REFERENCES "social_lobbies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_votes" ADD CONSTRAINT "social_votes_proposal_id_fkey" FOREIGN KEY ("proposal_id") REFERENCES "social_proposals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ————— What schema.prisma cannot say —————

CREATE INDEX "social_lobbies_open" ON "social_lobbies" ("created_at" DESC) WHERE "status" = 'open';
CREATE INDEX "social_lobbies_open_by_creator" ON "social_lobbies" ("created_by_agent_id") WHERE "status" = 'open';
-- An experience is proposed once at a time.
CREATE UNIQUE INDEX "social_proposals_one_active" ON "social_proposals" ("lobby_id", "experience_id") WHERE "status" = 'active';
CREATE INDEX "social_proposals_due" ON "social_proposals" ("due_at") WHERE "due_at" IS NOT NULL;

ALTER TABLE "social_lobbies" ADD CONSTRAINT "social_lobbies_status_word" CHECK ("status" IN ('open', 'dissolved'));
ALTER TABLE "social_proposals" ADD CONSTRAINT "social_proposals_status_word" CHECK ("status" IN ('active', 'approved', 'rejected', 'expired', 'failed'));
