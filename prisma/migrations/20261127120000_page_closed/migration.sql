-- AlterTable
ALTER TABLE "sessions" ADD COLUMN "page_closed_at" TIMESTAMPTZ(3);

-- The few sessions whose player has closed the page.
CREATE INDEX "sessions_page_closed_at" ON "sessions"("page_closed_at") WHERE "status" = 'active' AND "page_closed_at" IS NOT NULL;
