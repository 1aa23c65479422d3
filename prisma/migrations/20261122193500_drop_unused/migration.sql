-- Tables and columns that no code has ever written.
DROP TABLE "reports", "reviews", "scheduled_events", "scheduled_rsvps", "social_lobbies", "social_members", "social_messages", "social_proposals", "social_votes";

-- AlterTable
ALTER TABLE "mcp_sessions" DROP COLUMN "log_level";

-- AlterTable
ALTER TABLE "session_steps" DROP COLUMN "filled";

-- AlterTable: always 'session'. Its check goes with it.
ALTER TABLE "sessions" DROP COLUMN "mode";
