-- CreateTable
CREATE TABLE "owner_exports" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT,
    "error" TEXT,

    CONSTRAINT "owner_exports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "export_chunks" (
    "export_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "export_chunks_pkey" PRIMARY KEY ("export_id","number")
);

-- CreateIndex
CREATE INDEX "owner_exports_owner_id_requested_at_idx" ON "owner_exports"("owner_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "owner_exports_status_due_at_idx" ON "owner_exports"("status", "due_at");

-- CreateIndex
CREATE INDEX "owner_exports_expires_at_idx" ON "owner_exports"("expires_at");

-- AddForeignKey
ALTER TABLE "owner_exports" ADD CONSTRAINT "owner_exports_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "owners"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_id_fkey" FOREIGN KEY ("export_id") REFERENCES "owner_exports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One archive of an owner is made at a time.
CREATE UNIQUE INDEX "owner_exports_pending_key" ON "owner_exports"("owner_id") WHERE "status" = 'pending';

-- Compressed already: PostgreSQL would try again for nothing.
ALTER TABLE "export_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
