-- CreateTable
CREATE TABLE "announcements" (
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "announcements_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "announcements_ends_at_idx" ON "announcements"("ends_at");
