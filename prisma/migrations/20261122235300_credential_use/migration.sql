ALTER TABLE "credentials" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);
