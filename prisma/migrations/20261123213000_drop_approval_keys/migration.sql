-- A used approval never counts again, so it needs no idempotency key.
ALTER TABLE "approvals" DROP COLUMN "idempotency_key";
