-- The key begins with the fixture, as every statement does: it takes the place of the index, and could distribute the rows.
-- The version before names `id` alone where it skips what is stored already, so that stays unique by itself.
ALTER TABLE "league_exchanges" DROP CONSTRAINT "league_exchanges_pkey", ADD CONSTRAINT "league_exchanges_pkey" PRIMARY KEY ("fixture_id", "id");
CREATE UNIQUE INDEX "league_exchanges_id_key" ON "league_exchanges"("id");
DROP INDEX "league_exchanges_fixture_id_id_idx";
