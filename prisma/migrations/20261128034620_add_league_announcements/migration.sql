-- AlterTable
ALTER TABLE "leagues" ADD COLUMN     "description" TEXT,
ADD COLUMN     "listed" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "starts_at" TIMESTAMPTZ(3);

-- Which leagues start by themselves, and when.
CREATE INDEX "leagues_planned_starts" ON "leagues" ("starts_at") WHERE "status" = 'registration' AND "starts_at" IS NOT NULL;
