-- CreateTable
CREATE TABLE "owner_browsers" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "session_epoch" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "signed_in_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_browsers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "owner_browsers_owner_id_idx" ON "owner_browsers"("owner_id");

-- AddForeignKey
ALTER TABLE "owner_browsers" ADD CONSTRAINT "owner_browsers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;
