-- AlterTable
ALTER TABLE "rating_changes" ADD COLUMN     "ranking_change" INTEGER,
ADD COLUMN     "result" TEXT,
ADD COLUMN     "taken_back_by" UUID;

-- AlterTable
ALTER TABLE "rating_opponents" ADD COLUMN     "taken_back_by" UUID;

-- CreateIndex
CREATE INDEX "rating_changes_at_idx" ON "rating_changes"("at");

-- Prisma does not know indexes of a part of the rows.
CREATE INDEX "rating_changes_taken_back" ON "rating_changes"("taken_back_by") WHERE "taken_back_by" IS NOT NULL;
CREATE INDEX "rating_opponents_taken_back" ON "rating_opponents"("taken_back_by") WHERE "taken_back_by" IS NOT NULL;
