-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "end_failed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "scheduled_events" ADD COLUMN     "config" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "agent_memories" ADD COLUMN     "covered" JSONB NOT NULL DEFAULT '{}';
