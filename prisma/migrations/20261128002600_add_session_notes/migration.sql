-- CreateTable
CREATE TABLE "session_notes" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "step_number" INTEGER,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "session_notes_session_id_created_at_idx" ON "session_notes"("session_id", "created_at");

-- CreateIndex
CREATE INDEX "session_notes_owner_id_idx" ON "session_notes"("owner_id");

-- AddForeignKey
ALTER TABLE "session_notes" ADD CONSTRAINT "session_notes_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
