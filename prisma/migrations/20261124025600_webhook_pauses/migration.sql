-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "failures_in_row" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "paused_until" TIMESTAMPTZ(3);
