-- ————— What schema.prisma cannot say —————

-- The running fixtures of a league are few, the scheduled ones many.
CREATE INDEX "league_fixtures_active" ON "league_fixtures" ("league_uid") WHERE "status" = 'active';
