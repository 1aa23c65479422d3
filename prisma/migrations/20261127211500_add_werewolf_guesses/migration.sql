-- What spectators answered to "Who is the wolf?" before the vote of a day.
CREATE TABLE werewolf_guesses (
  match_id uuid NOT NULL,
  day smallint NOT NULL,
  spectator_id uuid NOT NULL,
  seats smallint[] NOT NULL,
  guessed_at timestamptz(3) NOT NULL,
  CONSTRAINT werewolf_guesses_pkey PRIMARY KEY (match_id, day, spectator_id),
  CONSTRAINT werewolf_guesses_seats CHECK (
    cardinality(seats) BETWEEN 1 AND 2 AND 0 <= ALL (seats) AND 7 >= ALL (seats)
    AND (cardinality(seats) = 1 OR seats[1] <> seats[2])
  )
);
CREATE INDEX werewolf_guesses_guessed_at_idx ON werewolf_guesses (guessed_at);
