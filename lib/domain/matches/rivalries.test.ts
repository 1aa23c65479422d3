import { expect, it } from 'vitest';
import { findHouseBot, type HouseBot } from '@/lib/core/house-bots';
import { Rng } from '@/lib/core/rng';
import { sql } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { loadMatchSnapshot, readMeetings, resignMatch, type SeatInput, startMatch } from '.';
import { drawBots } from './exhibitions';
import { describeRivalry } from './rivalries';

useCatalog();

const gameId = 'tic_tac_toe';
const [pip, twig, atlas] = ['pip', 'twig', 'atlas'].map((slug) => findHouseBot(slug) as HouseBot) as [
  HouseBot,
  HouseBot,
  HouseBot,
];
const seatOf = ({ strength, displayName }: HouseBot): SeatInput => ({ kind: 'bot', strength, displayName });

/** A match of two house bots that the bot on `loser` resigns; it goes on without one. @returns its id */
async function meet(first: HouseBot, second: HouseBot, loser: 0 | 1 | null): Promise<string> {
  const experienceId = firstPartyExperienceId(gameId);
  const seats = [seatOf(first), seatOf(second)];
  const { id } = await startMatch({ experienceId, gameId, kind: 'lobby', seats, rated: false });
  if (loser !== null) await resignMatch({ matchId: id, seat: loser });
  return id;
}

const rivalryOf = async (matchId: string) => (await loadMatchSnapshot({ matchId, viewer: 'spectator' }))?.rivalry;

it('counts the finished meetings of two house bots in a game, in both orders of the seats', async () => {
  const running = await meet(pip, twig, null);
  expect(await rivalryOf(running)).toBe('Pip and Twig meet for the first time');
  await meet(pip, twig, 1);
  await meet(twig, pip, 0);
  await meet(twig, pip, 1);
  await meet(pip, atlas, 0);
  expect(await rivalryOf(running)).toBe('Pip leads Twig 2–1');
  expect(await readMeetings(twig, pip, ['chess', gameId])).toEqual([{ gameId, wins: 1, draws: 0, losses: 2 }]);
});

it('reads the meetings by one index among many matches', async () => {
  await sql(
    'test.fill',
    `INSERT INTO matches (id, experience_id, game_id, game_version, kind, status, options, seed, seed_commitment, pairing, outcome, end_reason, ended_at)
     SELECT gen_random_uuid(), experience_id, game_id, game_version, kind, 'completed', options, seed, seed_commitment,
            CASE WHEN n % 50 = 0 THEN 'juno|quill' END, '{"winner": 0}', 'line', now()
       FROM generate_series(1, 15000) n, (SELECT * FROM matches LIMIT 1) one`,
    [],
  );
  await sql('test.analyse', 'ANALYZE matches', []);
  const plan = await sql<{ 'QUERY PLAN': string }>(
    'test.plan',
    `EXPLAIN SELECT id FROM matches WHERE pairing = 'juno|quill' AND game_id = '${gameId}' AND status = 'completed'
      ORDER BY id DESC LIMIT 100`,
    [],
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Scan using matches_pairings');
  expect(text).not.toContain('Sort');
});

it('says who leads, in words', () => {
  expect(describeRivalry('pip|twig', { wins: [4, 7], draws: 2 })).toBe('Twig leads Pip 7–4, 2 drawn');
  expect(describeRivalry('pip|twig', { wins: [3, 3], draws: 0 })).toBe('Pip and Twig are level at 3–3');
});

it('shows rivals in most exhibitions, never a bot against itself, and three different ones at a table', () => {
  const rng = new Rng({ seed: '5e'.repeat(16), drawn: 0 });
  const pairs = Array.from({ length: 300 }, () => drawBots(2, rng));
  expect(pairs.every(([one, other]) => one !== other)).toBe(true);
  const rivals = pairs.filter(([one, other]) => one?.rival === other?.slug).length;
  expect(rivals).toBeGreaterThan(150);
  expect(rivals).toBeLessThan(240);
  for (let round = 0; round < 50; round++) expect(new Set(drawBots(3, rng)).size).toBe(3);
});
