-- CreateTable
CREATE TABLE "approval_rules" (
    "agent_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_rules_pkey" PRIMARY KEY ("agent_id","tool")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "arguments_hash" TEXT NOT NULL,
    "arguments" TEXT,
    "argument_shape" TEXT,
    "idempotency_key" TEXT,
    "status" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "once_key" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "sealed" BYTEA NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "notification_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "http_status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "approvals_agent_id_requested_at_idx" ON "approvals"("agent_id", "requested_at" DESC);

-- CreateIndex
CREATE INDEX "notifications_owner_id_at_idx" ON "notifications"("owner_id", "at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_owner_id_once_key_key" ON "notifications"("owner_id", "once_key");

-- CreateIndex
CREATE INDEX "webhooks_owner_id_idx" ON "webhooks"("owner_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_idx" ON "webhook_deliveries"("webhook_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One pending request of the same call, unread notices, deliveries that are due.
CREATE UNIQUE INDEX "approvals_pending" ON "approvals" ("agent_id", "tool", "arguments_hash") WHERE "status" = 'pending';
CREATE INDEX "notifications_unread" ON "notifications" ("owner_id") WHERE "read_at" IS NULL;
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("due_at") WHERE "status" = 'pending';
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_status_word" CHECK ("status" IN ('pending', 'approved', 'declined', 'used', 'expired'));
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_status_word" CHECK ("status" IN ('pending', 'delivered', 'failed'));
