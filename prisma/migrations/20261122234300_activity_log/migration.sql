-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "address" TEXT,
ADD COLUMN     "api_key_id" UUID,
ADD COLUMN     "arguments" TEXT,
ADD COLUMN     "experience_id" UUID,
ADD COLUMN     "message" TEXT,
ADD COLUMN     "session_id" UUID,
ADD COLUMN     "status" INTEGER;

-- CreateIndex
CREATE INDEX "audit_entries_at" ON "audit_entries" USING BRIN ("at");

CREATE INDEX "audit_entries_session" ON "audit_entries" ("session_id") WHERE "session_id" IS NOT NULL;
