-- CreateTable
CREATE TABLE "experience_revisions" (
    "experience_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "experience_revisions_pkey" PRIMARY KEY ("experience_id","number")
);

-- AddForeignKey
ALTER TABLE "experience_revisions" ADD CONSTRAINT "experience_revisions_experience_id_fkey" FOREIGN KEY ("experience_id") REFERENCES "experiences"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is published already begins with its manifest of now.
INSERT INTO "experience_revisions" ("experience_id", "number", "version", "at")
SELECT id, 1, version, created_at FROM experiences WHERE kind <> 'builtin';
