-- AlterTable
ALTER TABLE "agent_memories" ADD COLUMN     "experience_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "memory_versions" ADD COLUMN     "experience_keys" TEXT[] DEFAULT ARRAY[]::TEXT[];
