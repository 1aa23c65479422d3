import { expect, it } from 'vitest';
import { findByWords } from '@/app/find/find-by-words';
import { readTv } from '@/app/tv';
import { createWall, withLead } from '@/components/home/live-list';
import { paceOf } from '@/components/match/match-pill';
import { offeredMatches } from '@/components/match/testing/offered-matches';
import { channelsOf, nextOnTv } from '@/components/tv/rounds';
import { ulidAt } from '@/lib/core/ids';
import { movingFirst } from '@/lib/core/live-order';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { type LiveMatch, listLiveMatches, type MatchKind, startMatch } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';

useCatalog();

const SECOND_MS = 1_000;
const DAY_S = 24 * 60 * 60;

interface Built {
  gameId: string;
  kind?: MatchKind;
  rated?: boolean;
  /** House bots alone. */
  bots?: true;
  moveTimeS?: number;
  /** Since the last move. */
  quietS: number;
  seats?: number;
}

/** Starts a match, and stores that it is at move 5 and when the last public event was. */
async function build({ gameId, kind = 'lobby', rated = false, bots, moveTimeS, quietS, seats: count = 2 }: Built) {
  const seats = await Promise.all(
    Array.from({ length: count }, async (_, seat) => {
      if (bots || seat >= 2) return { kind: 'bot' as const, strength: 'easy' as const };
      const { agentId } = await playerFixture();
      return { kind: 'agent' as const, agentId, experienceAgentId: agentId, sessionId: null, displayName: `A ${seat}` };
    }),
  );
  const experienceId = firstPartyExperienceId(gameId);
  const { id } = await startMatch({ experienceId, gameId, kind, seats, rated, moveTimeS });
  const last = ulidAt(Date.now() - quietS * SECOND_MS);
  await pool().query(
    `UPDATE match_positions SET ply = 5, head = jsonb_set(head::jsonb, '{lastIds,public}', to_jsonb($2::text))::json
     WHERE match_id = $1`,
    [id, last],
  );
  return id;
}

const idsOf = (matches: readonly LiveMatch[]) => matches.map(({ match_id }) => match_id);

it('shows first what moves, by stakes and with a variety of games, on every page, and never LIVE what waits', async () => {
  const abandoned = await build({ gameId: 'chess', rated: true, quietS: 240 });
  const slow = await build({ gameId: 'checkers', rated: true, quietS: 5, moveTimeS: 3 * DAY_S });
  const bots = await build({ gameId: 'checkers', kind: 'exhibition', bots: true, quietS: 1 });
  const botLeague = await build({ gameId: 'mancala', kind: 'league', bots: true, quietS: 1 });
  const fast = await build({ gameId: 'tic_tac_toe', quietS: 1 });
  const chess = await build({ gameId: 'chess', rated: true, quietS: 5 });
  const secondChess = await build({ gameId: 'chess', rated: true, quietS: 5 });
  const fastRated = await build({ gameId: 'tic_tac_toe', rated: true, quietS: 1 });
  const town = await build({ gameId: 'werewolf', kind: 'town', rated: true, quietS: 100, seats: 8 });
  const exhibition = await build({ gameId: 'werewolf', kind: 'exhibition', bots: true, quietS: 100, seats: 8 });

  const live = await listLiveMatches({ limit: 50 });
  const ids = idsOf(live);
  // One chess match and Werewolf are level; the quick game of the same stakes follows, then what waits comes last.
  expect(new Set(ids.slice(0, 2).map((id) => (id === town ? 'town' : 'chess')))).toEqual(new Set(['town', 'chess']));
  expect(ids.slice(2)).toEqual([
    fastRated,
    ...[chess, secondChess].filter((id) => !ids.slice(0, 2).includes(id)),
    fast,
    botLeague,
    exhibition,
    bots,
    ...ids.slice(8),
  ]);
  expect(new Set(ids.slice(8))).toEqual(new Set([abandoned, slow]));
  const moving = ids.slice(0, 8);

  const nowMs = Date.now();
  const paces = new Map(live.map((match) => [match.match_id, paceOf(match, nowMs)]));
  expect(moving.map((id) => paces.get(id))).toEqual(moving.map(() => 'LIVE'));
  expect(paces.get(abandoned)).toBe('waiting 4 min');
  expect(paces.get(slow)).toBe('3 d a move');

  // Home: also when a match that led begins to wait.
  const cards = createWall(live, []).cards;
  expect(withLead(cards, nowMs)).toBe(cards);
  const stalled = [...cards.filter(({ match }) => match.match_id === abandoned), ...cards].slice(0, cards.length);
  expect(withLead(stalled, nowMs)[0]?.match.match_id).toBe(ids[0]);

  // TV: each once, in this order, then the one seen longest ago.
  const { live: tv } = await readTv(Promise.resolve({}));
  const onTv = movingFirst(tv, nowMs);
  const seen: string[] = [];
  for (let round = 0; round < 10; round++) seen.push(nextOnTv(onTv, seen)?.match_id ?? '');
  expect(seen).toEqual([...moving, ...moving.slice(0, 2)]);

  expect(new Set(channelsOf(onTv).map(({ id }) => id))).toEqual(
    new Set(['chess', 'werewolf', 'tic_tac_toe', 'mancala', 'checkers']),
  );

  // After an end: the same game if one moves, else the first; then the others in their order.
  const ended = { match_id: secondChess, game_type: 'slots', title: 'Slots' };
  const others = moving.filter((id) => id !== secondChess);
  expect(offeredMatches(ended, live)).toEqual({ next: others.slice(0, 1), more: others.slice(1, 4) });
  const ofCheckers = { match_id: secondChess, game_type: 'checkers', title: 'Checkers' };
  expect(offeredMatches(ofCheckers, live).next).toEqual([bots]);

  // Search.
  const found = (await findByWords('')).filter(({ group }) => group === 'On now');
  expect(found.map(({ href }) => href)).toEqual(ids.slice(0, found.length).map((id) => `/matches/${id}`));
  const chessFound = (await findByWords('chess:')).filter(({ group }) => group === 'On now');
  expect(chessFound.at(-1)).toMatchObject({ href: `/matches/${abandoned}`, about: 'Waiting for a move' });
});
