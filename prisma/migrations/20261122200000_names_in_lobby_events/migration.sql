-- The events of a remote experience's lobby are public and named each player beside its pairwise id, by which the
-- experience knows it. The names go; the ids stay. Lobbies of built-in games keep their names.
UPDATE "events" e SET "data" = (
  CASE e."type"
    WHEN 'lobby_created' THEN e."data"::jsonb #- '{host,display_name}'
    WHEN 'match_started' THEN jsonb_set(e."data"::jsonb, '{players}', (
      SELECT COALESCE(jsonb_agg(player - 'display_name'), '[]') FROM jsonb_array_elements(e."data"::jsonb -> 'players') AS player))
    ELSE e."data"::jsonb - 'display_name'
  END)::json
FROM "lobbies" l LEFT JOIN "experiences" x ON x."id" = l."experience_id"
WHERE x."game_id" IS NULL AND e."stream" = 'match:' || l."id"
  AND (e."type" IN ('lobby_created', 'player_joined', 'player_left', 'host_changed')
    OR (e."type" = 'match_started' AND jsonb_typeof(e."data"::jsonb -> 'players') = 'array'));
