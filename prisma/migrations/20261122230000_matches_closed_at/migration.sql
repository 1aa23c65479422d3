-- RenameColumn
ALTER TABLE "matches" RENAME COLUMN "settled_at" TO "closed_at";

-- RenameIndex
ALTER INDEX "matches_unsettled" RENAME TO "matches_unclosed";
