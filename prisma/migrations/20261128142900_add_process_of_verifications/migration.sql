-- Which process runs a verification, so that another takes it over when that one is gone. NULL in rows of earlier versions.
ALTER TABLE "verifications" ADD COLUMN "process" TEXT;
