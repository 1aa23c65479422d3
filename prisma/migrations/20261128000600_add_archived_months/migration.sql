-- Months that are being written to the archive, or were written and removed.
CREATE TABLE "archived_months" (
    "table_name" TEXT NOT NULL,
    "partition" TEXT NOT NULL,
    "from_key" TEXT NOT NULL,
    "until_key" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "rows" BIGINT,
    "bytes" BIGINT,
    "sha256" TEXT,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "archived_months_pkey" PRIMARY KEY ("table_name", "partition")
);
