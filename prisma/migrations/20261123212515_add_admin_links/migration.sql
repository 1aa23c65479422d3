-- CreateTable
CREATE TABLE "admin_links" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "admin_links_pkey" PRIMARY KEY ("id")
);

-- One link at a time.
ALTER TABLE "admin_links" ADD CONSTRAINT "admin_links_one_row" CHECK ("id" = 1);
