-- AlterTable
ALTER TABLE "league_exchanges" ADD COLUMN     "entries" JSON;

-- ————— What schema.prisma cannot say —————

UPDATE "league_exchanges" SET "entries" = json_build_array(json_build_object(
  'id', "id",
  'player_id', "player_id",
  'direction', "direction",
  'message_type', "message_type",
  'game_round', "game_round",
  'at', to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'answered_at', to_char("answered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'fault', "fault",
  'message', "message",
  'answer', "answer"
));

-- AlterTable
ALTER TABLE "league_exchanges" DROP COLUMN "answer",
DROP COLUMN "answered_at",
DROP COLUMN "at",
DROP COLUMN "direction",
DROP COLUMN "fault",
DROP COLUMN "game_round",
DROP COLUMN "message",
DROP COLUMN "message_type",
DROP COLUMN "player_id",
ALTER COLUMN "entries" SET NOT NULL;

-- The rows are removed within minutes: compressing them costs more than their room.
ALTER TABLE "league_exchanges" SET (toast_tuple_target = 8160);
