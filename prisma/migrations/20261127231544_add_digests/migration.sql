-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "is_bulk" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "digests" (
    "owner_id" UUID NOT NULL,
    "frequency" TEXT NOT NULL,
    "hour" SMALLINT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "covered_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "digests_pkey" PRIMARY KEY ("owner_id")
);

-- CreateIndex
CREATE INDEX "digests_due_at_idx" ON "digests"("due_at");

-- CreateIndex
CREATE INDEX "mails_status_is_bulk_due_at_idx" ON "mails"("status", "is_bulk", "due_at");

-- AddForeignKey
ALTER TABLE "digests" ADD CONSTRAINT "digests_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
