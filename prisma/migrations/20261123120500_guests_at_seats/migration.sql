-- AlterTable
ALTER TABLE "match_seats" ADD COLUMN     "is_guest" BOOLEAN NOT NULL DEFAULT false;

-- Of those who still are guests; a guest is never rated.
UPDATE "match_seats" s SET "is_guest" = true, "elo_before" = NULL
FROM "agents" a WHERE a."id" = s."agent_id" AND a."guest_seen_at" IS NOT NULL;
