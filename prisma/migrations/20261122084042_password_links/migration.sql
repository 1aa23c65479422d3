-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "reset_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "reset_hash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "owners_reset_hash_key" ON "owners"("reset_hash");
