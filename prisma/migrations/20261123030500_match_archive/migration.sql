-- The archive lists the finished matches of a game by falling id.
CREATE INDEX "matches_archive" ON "matches" ("game_id", "id" DESC) WHERE "status" = 'completed';
