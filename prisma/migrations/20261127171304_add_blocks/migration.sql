-- CreateTable
CREATE TABLE "blocks" (
    "owner_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "blocked_agent_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("owner_id","subject_id")
);

-- CreateIndex
CREATE INDEX "blocks_subject_id_idx" ON "blocks"("subject_id");
