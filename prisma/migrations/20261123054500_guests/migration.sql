-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "guest_seen_at" TIMESTAMPTZ(3);

-- ————— What schema.prisma cannot say —————

-- A guest is a person without an account: signing up ends being one.
ALTER TABLE "agents" ADD CONSTRAINT "agents_guest_without_owner"
  CHECK ("guest_seen_at" IS NULL OR ("kind" = 'human' AND "owner_id" IS NULL));

-- For the clean-up of guests that never came back.
CREATE INDEX "agents_guests_by_last_game" ON "agents" ("guest_seen_at") WHERE "guest_seen_at" IS NOT NULL;
