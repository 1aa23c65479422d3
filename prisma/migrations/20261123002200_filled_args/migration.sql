-- AlterTable
ALTER TABLE "session_steps" ADD COLUMN     "filled_args" JSON;
