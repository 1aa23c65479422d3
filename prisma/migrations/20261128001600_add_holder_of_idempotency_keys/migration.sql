-- Which call of which process has claimed a key. NULL in rows of earlier versions.
ALTER TABLE "idempotency_keys" ADD COLUMN "holder" UUID, ADD COLUMN "process" TEXT;
