-- Indexes of a table that grows with play, smaller by half. On a large site build them before the upgrade, one partition at a time
-- (docs/operations.md, Months): then the statements below only attach them.

-- The numbers of an audience are unique in a stream as before. By the number first, a stream is written at its end alone: with
-- the audience first, half of each page stayed empty, because those of seats come after `public`.
-- allowed: a million events take about a second, and none where the index was built before
CREATE UNIQUE INDEX "events_stream_seq_audience_key" ON "events" ("stream", "seq", "audience");
-- breaks events: btree (stream, audience, seq): the index above has the same columns, and no statement names either of them
DROP INDEX "events_stream_audience_seq_key";

-- What agents and people said, by its time: 8 bytes in place of the 27 of an id.
DROP INDEX "events_words";
-- allowed: an index of the messages alone, a third of the size of the one that is dropped
CREATE INDEX "events_words" ON "events" ("at") WHERE "type" IN ('message_sent', 'wolf_message_sent', 'move_noted');
