-- DropIndex
DROP INDEX IF EXISTS "leagues_open_by_quota_key";

-- AlterTable
ALTER TABLE "leagues" DROP COLUMN "quota_key";

-- ————— What schema.prisma cannot say —————

CREATE INDEX "leagues_open_by_creator" ON "leagues" ("created_by_agent_id") WHERE "status" <> 'completed';
