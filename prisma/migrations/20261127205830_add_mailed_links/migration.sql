-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "link_hash" TEXT,
ADD COLUMN     "once_key" TEXT;

-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "verify_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "verify_hash" TEXT;

-- CreateTable
CREATE TABLE "known_browsers" (
    "owner_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("owner_id","fingerprint")
);

-- CreateIndex
CREATE INDEX "known_browsers_seen_at_idx" ON "known_browsers"("seen_at");

-- CreateIndex
CREATE UNIQUE INDEX "owners_verify_hash_key" ON "owners"("verify_hash");

-- AddForeignKey
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of several mails with one key only the last one waits.
CREATE UNIQUE INDEX "mails_waiting_once_key" ON "mails"("once_key") WHERE "status" = 'pending';
