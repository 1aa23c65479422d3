-- The catalog page shows what can be played now, in catalog order.
CREATE INDEX "experiences_playable_page" ON "experiences" ("rank" DESC, "id" DESC)
  WHERE "listed" AND "tier" = 2 AND "verification_status" IN ('verified', 'connectivity_verified') AND "live_status" <> 'offline';
