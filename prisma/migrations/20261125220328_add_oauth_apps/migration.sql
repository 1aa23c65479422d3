-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "client_host" TEXT,
ADD COLUMN     "client_id" TEXT;

-- CreateTable
CREATE TABLE "app_tokens" (
    "hash" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scopes" TEXT[],
    "audience" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[],
    "auth_method" TEXT NOT NULL,
    "secret_hash" TEXT,
    "refreshes" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "agreed_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "hash" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_host" TEXT NOT NULL,
    "refreshes" BOOLEAN NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "scopes" TEXT[],
    "owner_id" UUID NOT NULL,
    "agent_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "key_id" UUID,

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "app_tokens_key_id_idx" ON "app_tokens"("key_id");

-- CreateIndex
CREATE INDEX "app_tokens_expires_at_idx" ON "app_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_clients_created_at_idx" ON "oauth_clients"("created_at");

-- CreateIndex
CREATE INDEX "oauth_codes_expires_at_idx" ON "oauth_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "app_tokens" ADD CONSTRAINT "app_tokens_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.
CREATE UNIQUE INDEX "api_keys_app" ON "api_keys"("agent_id", "client_id") WHERE "client_id" IS NOT NULL AND "revoked_at" IS NULL;
