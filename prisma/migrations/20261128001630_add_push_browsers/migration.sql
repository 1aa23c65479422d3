-- AlterTable
ALTER TABLE "correspondence_seats" ADD COLUMN     "turn_noted_of" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "push_browsers" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "browser_id" UUID NOT NULL,
    "endpoint_hash" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "wants" TEXT NOT NULL,
    "failures_in_row" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_browsers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_deliveries" (
    "id" UUID NOT NULL,
    "push_browser_id" UUID NOT NULL,
    "notification_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_browsers_browser_id_key" ON "push_browsers"("browser_id");

-- CreateIndex
CREATE UNIQUE INDEX "push_browsers_endpoint_hash_key" ON "push_browsers"("endpoint_hash");

-- CreateIndex
CREATE INDEX "push_browsers_owner_id_idx" ON "push_browsers"("owner_id");

-- CreateIndex
CREATE INDEX "push_deliveries_due_at_idx" ON "push_deliveries"("due_at");

-- CreateIndex
CREATE INDEX "push_deliveries_push_browser_id_idx" ON "push_deliveries"("push_browser_id");

-- CreateIndex
CREATE INDEX "push_deliveries_notification_id_idx" ON "push_deliveries"("notification_id");

-- AddForeignKey
ALTER TABLE "push_browsers" ADD CONSTRAINT "push_browsers_browser_id_fkey" FOREIGN KEY ("browser_id") REFERENCES "owner_browsers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_push_browser_id_fkey" FOREIGN KEY ("push_browser_id") REFERENCES "push_browsers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
