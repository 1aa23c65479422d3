-- A review that is neither shown nor counted: its agent has no owner yet, or no agent of its owner has completed a session.
ALTER TABLE "reviews" ADD COLUMN "is_pending" BOOLEAN NOT NULL DEFAULT false;

CREATE UNIQUE INDEX "reviews_pending_key" ON "reviews" ("experience_id", "agent_id") WHERE "owner_id" IS NULL AND "is_pending";
