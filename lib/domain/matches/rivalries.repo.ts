import { findHouseBotByName } from '@/lib/core/house-bots';
import { sql } from '@/lib/data/database';

/** Meetings that count in each order of the seats. */
const MAX_MEETINGS = 100;

/** The pairing of a match between two house bots, by seat: `pip|twig`; null for every other match. */
export function pairingOf(seats: readonly { kind: string; displayName: string }[]): string | null {
  const bots = seats.map(({ kind, displayName }) =>
    kind === 'bot' ? findHouseBotByName(displayName)?.slug : undefined,
  );
  const [one, other] = bots;
  return bots.length === 2 && one && other && one !== other ? `${one}|${other}` : null;
}

/** What two house bots did against each other. */
export interface Meetings {
  wins: [number, number];
  draws: number;
}

/**
 * The last meetings of pairs of house bots in a game, by the order of `pairs`: at most 100 in each order of the seats. One
 * query, two index scans for each pair.
 */
export async function findMeetings(pairs: readonly { gameId: string; pairing: string }[]): Promise<Meetings[]> {
  const rows = await sql<{ first: number; second: number; draws: number }>(
    'matches.meetings',
    `SELECT count(*) FILTER (WHERE m.winner = s.seat)::int AS first,
            count(*) FILTER (WHERE m.winner = 1 - s.seat)::int AS second,
            count(*) FILTER (WHERE m.id IS NOT NULL AND m.winner IS NULL)::int AS draws
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k(game_id, pairing, reversed, n)
      CROSS JOIN (VALUES (0), (1)) AS s(seat)
       LEFT JOIN LATERAL (
         SELECT id, (outcome->>'winner')::int AS winner FROM matches
          WHERE pairing = CASE s.seat WHEN 0 THEN k.pairing ELSE k.reversed END AND game_id = k.game_id AND status = 'completed'
          ORDER BY id DESC LIMIT ${MAX_MEETINGS}) m ON true
      GROUP BY k.n ORDER BY k.n`,
    [
      pairs.map(({ gameId }) => gameId),
      pairs.map(({ pairing }) => pairing),
      pairs.map(({ pairing }) => pairing.split('|').reverse().join('|')),
    ],
  );
  return rows.map(({ first, second, draws }) => ({ wins: [first, second], draws }));
}
