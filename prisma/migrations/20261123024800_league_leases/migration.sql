-- ————— What schema.prisma cannot say —————

-- The referee takes what is due; a fixture that needs nothing has no time.
CREATE INDEX "league_fixtures_due" ON "league_fixtures" ("lease_until") WHERE "lease_until" IS NOT NULL;
