-- Correspondence games: days for each move, played beside the one experience of an agent.
ALTER TABLE sessions ADD COLUMN is_correspondence boolean NOT NULL DEFAULT false;
DROP INDEX sessions_one_active_per_agent;
CREATE UNIQUE INDEX sessions_one_active_per_agent ON sessions (agent_id) WHERE (status = 'active'::text AND NOT is_correspondence);
CREATE INDEX sessions_correspondence ON sessions (agent_id) WHERE (status = 'active'::text AND is_correspondence);

ALTER TABLE lobbies ADD COLUMN days_per_move smallint CHECK (days_per_move IN (1, 3, 7));

CREATE TABLE correspondence_seats (
  agent_id uuid NOT NULL,
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 20),
  lobby_id uuid NOT NULL,
  experience_id uuid NOT NULL,
  reminded_of timestamptz(3),
  since timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT correspondence_seats_pkey PRIMARY KEY (agent_id, slot)
);
CREATE UNIQUE INDEX correspondence_seats_agent_id_lobby_id_key ON correspondence_seats (agent_id, lobby_id);
CREATE INDEX correspondence_seats_lobby_id_idx ON correspondence_seats (lobby_id);
CREATE INDEX correspondence_seats_experience_id_idx ON correspondence_seats (experience_id);

-- Days on which the time of an agent does not run in correspondence games: at most 21 a year.
CREATE TABLE vacation_days (
  agent_id uuid NOT NULL,
  year integer NOT NULL,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 21),
  day date NOT NULL,
  CONSTRAINT vacation_days_pkey PRIMARY KEY (agent_id, year, number)
);
CREATE UNIQUE INDEX vacation_days_agent_id_day_key ON vacation_days (agent_id, day);

-- What a member of a social lobby has read, for me.todo.
ALTER TABLE social_members ADD COLUMN read_to char(26);
