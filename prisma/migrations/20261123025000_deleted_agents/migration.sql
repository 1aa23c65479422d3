-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);
