import { sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

/** Guesses of one match and day; more are refused. */
const MAX_GUESSES = 20_000;

/**
 * Stores or changes the guess of a spectator. @returns false when the day has as many guesses as are stored and this one is new. One
 * query.
 */
export async function upsertGuess(
  guess: Fields<'WerewolfGuess', 'matchId' | 'day' | 'spectatorId' | 'seats' | 'guessedAt'>,
): Promise<boolean> {
  const rows = await sql(
    'werewolf.guess',
    `INSERT INTO werewolf_guesses AS g (match_id, day, spectator_id, seats, guessed_at)
     SELECT $1::uuid, $2::smallint, $3::uuid, $4::smallint[], $5::timestamptz
      WHERE (SELECT count(*) FROM (SELECT 1 FROM werewolf_guesses WHERE match_id = $1 AND day = $2 LIMIT ${MAX_GUESSES}) o) < ${MAX_GUESSES}
         OR EXISTS (SELECT 1 FROM werewolf_guesses WHERE match_id = $1 AND day = $2 AND spectator_id = $3)
     ON CONFLICT (match_id, day, spectator_id) DO UPDATE SET seats = excluded.seats, guessed_at = excluded.guessed_at
     RETURNING g.day`,
    [guess.matchId, guess.day, guess.spectatorId, guess.seats, guess.guessedAt],
  );
  return rows.length > 0;
}

/** Guesses of one seat on one day, and how many spectators answered on that day. */
export interface GuessCount {
  day: number;
  seat: number;
  guesses: number;
  spectators: number;
}

/** The guesses up to a day, by day and seat. One query. */
export async function countGuesses(matchId: string, upToDay: number): Promise<GuessCount[]> {
  return sql<GuessCount & Record<string, unknown>>(
    'werewolf.count_guesses',
    `SELECT g.day, s.seat, count(*)::int AS guesses, max(d.spectators) AS spectators
       FROM werewolf_guesses g
       JOIN (SELECT day, count(*)::int AS spectators FROM werewolf_guesses WHERE match_id = $1 GROUP BY day) d ON d.day = g.day
      CROSS JOIN LATERAL unnest(g.seats) AS s(seat)
      WHERE g.match_id = $1 AND g.day <= $2
      GROUP BY g.day, s.seat ORDER BY g.day, guesses DESC, s.seat`,
    [matchId, upToDay],
  );
}

/** Removes guesses before a time, the oldest first. */
export async function deleteGuesses(before: Date, limit: number): Promise<number> {
  const rows = await sql(
    'werewolf.delete_guesses',
    `DELETE FROM werewolf_guesses WHERE (match_id, day, spectator_id) IN (
       SELECT match_id, day, spectator_id FROM werewolf_guesses WHERE guessed_at < $1 ORDER BY guessed_at LIMIT $2)
     RETURNING day`,
    [before, limit],
  );
  return rows.length;
}
