-- AlterTable
ALTER TABLE "reviews" ADD COLUMN     "replied_at" TIMESTAMPTZ(3),
ADD COLUMN     "reply" TEXT;

-- CreateTable
CREATE TABLE "experience_failures" (
    "experience_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "session_id" UUID,
    "arguments" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "experience_failures_pkey" PRIMARY KEY ("experience_id","key")
);

-- CreateIndex
CREATE INDEX "experience_failures_experience_id_last_at_idx" ON "experience_failures"("experience_id", "last_at" DESC);

-- CreateIndex
CREATE INDEX "experience_failures_last_at_idx" ON "experience_failures"("last_at");

-- AddForeignKey
ALTER TABLE "experience_failures" ADD CONSTRAINT "experience_failures_experience_id_fkey" FOREIGN KEY ("experience_id") REFERENCES "experiences"("id") ON DELETE CASCADE ON UPDATE CASCADE;
