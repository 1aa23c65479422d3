-- AlterTable
ALTER TABLE "session_steps" ADD COLUMN     "latency_ms" INTEGER;
