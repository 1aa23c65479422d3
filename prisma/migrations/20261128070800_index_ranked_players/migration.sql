-- The players who are ranked, without those who have met too few owners, of whom there are far more.
CREATE INDEX "ratings_ranked" ON "ratings" ("experience_id", "pool", "ranking" DESC) WHERE "opponent_owners" >= 3;
