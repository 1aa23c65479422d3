-- AlterTable
ALTER TABLE "agents" ADD COLUMN     "admission" TEXT;

-- AlterTable
ALTER TABLE "owners" ADD COLUMN     "admission" TEXT,
ADD COLUMN     "admission_at" TIMESTAMPTZ(3),
ADD COLUMN     "admission_note" TEXT;

-- CreateTable
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "uses" INTEGER NOT NULL,
    "uses_left" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations"("hash");

-- CreateIndex
CREATE INDEX "invitations_created_at_idx" ON "invitations"("created_at");

-- CreateIndex
CREATE INDEX "owners_admission_admission_at_idx" ON "owners"("admission", "admission_at");

-- The few agents that wait, for the list of administrators.
CREATE INDEX "agents_waiting" ON "agents"("created_at") WHERE "admission" = 'waiting';

-- An invitation is used as often as it says.
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_uses" CHECK ("uses_left" BETWEEN 0 AND "uses");
