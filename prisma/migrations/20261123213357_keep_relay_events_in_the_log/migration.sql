-- The events of a room move to the stream `relay:<room>`. `lpad` makes ids that sort as the old numbers did, before every ULID.
INSERT INTO "events" ("stream", "id", "audience", "seq", "type", "at", "data")
SELECT 'relay:' || e."room_id", '00' || lpad(e."seq"::text, 24, '0'), a."audience",
       row_number() OVER (PARTITION BY e."room_id", a."audience" ORDER BY e."seq"), e."type", e."at",
       ('{"place":' || e."seq" || coalesce(',"index":' || e."event_index", '') || ',"direction":' || to_json(e."direction")
         || ',"payload":' || e."payload" || coalesce(',"internal":' || e."internal", '') || '}')::json
FROM "relay_events" e
CROSS JOIN LATERAL (SELECT CASE WHEN e."audience" IS NULL THEN 'log' WHEN e."audience" = 'all' THEN 'room'
                                WHEN e."audience" IN ('host', 'agents') THEN e."audience" ELSE 'member' END AS "audience") a;

-- A room's last number stays the sum of its head's, also where events were deleted: clients come back with such numbers.
ALTER TABLE "relay_rooms" ADD COLUMN "head" JSON;
UPDATE "relay_rooms" r SET "head" = json_build_object('lastId', s."last_id", 'lastIds', coalesce(s."ids", '{}'::json),
  'seqs', jsonb_set(coalesce(s."seqs", '{}'::jsonb), '{log}',
                    to_jsonb(r."last_seq" - coalesce(s."total", 0) + coalesce((s."seqs"->>'log')::int, 0))))
FROM "relay_rooms" o
LEFT JOIN (
  SELECT "stream", max("last_id") AS "last_id", json_object_agg("audience", "last_id") AS "ids",
         jsonb_object_agg("audience", "seq") AS "seqs", sum("seq")::int AS "total"
  FROM (SELECT "stream", "audience", max("id") AS "last_id", max("seq") AS "seq" FROM "events"
        WHERE "stream" >= 'relay:' AND "stream" < 'relay;' GROUP BY "stream", "audience") e
  GROUP BY "stream") s ON s."stream" = 'relay:' || o."id"
WHERE r."id" = o."id";
ALTER TABLE "relay_rooms" ALTER COLUMN "head" SET NOT NULL, DROP COLUMN "last_seq";

ALTER TABLE "relay_sessions" ADD COLUMN "events_after" TEXT NOT NULL DEFAULT '';
UPDATE "relay_sessions" s SET "events_after" = '00' || lpad((e."first" - 1)::text, 24, '0')
FROM (SELECT "session_id", min("seq") AS "first" FROM "relay_events" WHERE "session_id" IS NOT NULL GROUP BY "session_id") e
WHERE e."session_id" = s."id";

DROP TABLE "relay_events";
DROP TABLE "relay_processes";
