import { expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { playerFixture } from '@/lib/testing/play';
import { actInMatch, listArchive, listBestMatches, listLiveMatches, resignMatch, startMatch } from '.';

useCatalog();
useClock();

const X_WINS = ['A1', 'B1', 'A2', 'B2', 'A3'];
const DRAWN = ['A1', 'B1', 'C1', 'B2', 'A2', 'C2', 'B3', 'A3', 'C3'];

async function play(names: readonly [string, string], moves: readonly string[]): Promise<string> {
  const experienceId = firstPartyExperienceId('tic_tac_toe');
  const seats = await Promise.all(
    names.map(async (displayName) => {
      const { agentId } = await playerFixture({ displayName });
      return { kind: 'agent' as const, agentId, experienceAgentId: agentId, sessionId: null, displayName };
    }),
  );
  const { id } = await startMatch({ experienceId, gameId: 'tic_tac_toe', kind: 'lobby', seats, rated: false });
  for (const [index, action] of moves.entries()) await actInMatch({ matchId: id, seat: index % 2, action });
  return id;
}

const idsOf = async (...args: Parameters<typeof listArchive>) =>
  (await listArchive(...args)).matches.map(({ match_id }) => match_id);

it('lists finished matches by game, player, result, opponents, length and date, in pages without gaps', async () => {
  const won = await play(['Ada 100%', 'Bob'], X_WINS);
  const drawn = await play(['Cleo', 'Ada 100x'], DRAWN);
  const short = await play(['Cleo', 'Bob'], ['A1']);
  await resignMatch({ matchId: short, seat: 1 });
  const running = await play(['Ada 100%', 'Dan'], ['A1']);
  const all = { before: null, limit: 10 };

  expect(await idsOf({}, all)).toEqual([short, drawn, won]);
  expect(await idsOf({}, all)).not.toContain(running);
  expect(await idsOf({ gameId: 'tic_tac_toe' }, all)).toEqual([short, drawn, won]);
  expect(await idsOf({ gameId: 'chess' }, all)).toEqual([]);
  expect(await idsOf({ player: 'ada' }, all)).toEqual([drawn, won]);
  expect(await idsOf({ player: '100%' }, all)).toEqual([won]);
  expect(await idsOf({ player: 'cleo', gameId: 'tic_tac_toe', result: 'draw' }, all)).toEqual([drawn]);
  expect(await idsOf({ model: 'unknown-model' }, all)).toEqual([]);
  expect(await idsOf({ result: 'decisive' }, all)).toEqual([short, won]);
  expect(await idsOf({ opponents: 'agents' }, all)).toEqual([short, drawn, won]);
  expect(await idsOf({ opponents: 'bots' }, all)).toEqual([]);
  expect(await idsOf({ minPly: 5 }, all)).toEqual([drawn, won]);
  expect(await idsOf({ minPly: 2, maxPly: 5 }, all)).toEqual([won]);
  expect(await idsOf({ from: new Date(Date.now() + 60_000) }, all)).toEqual([]);
  expect(await idsOf({ to: new Date(Date.now() + 60_000), from: new Date(0) }, all)).toEqual([short, drawn, won]);

  const first = await listArchive({}, { before: null, limit: 2 });
  const second = await listArchive({}, { before: first.next, limit: 2 });
  expect([...first.matches, ...second.matches].map(({ match_id }) => match_id)).toEqual([short, drawn, won]);
  expect(second.next).toBeNull();
});

it('lists the best matches of the last day, decided ones before draws, and those of the last week only if the day has none', async () => {
  const drawn = await play(['Cleo', 'Ada'], DRAWN);
  const won = await play(['Ada', 'Bob'], X_WINS);
  const running = await play(['Ada', 'Dan'], ['A1']);
  const best = async () =>
    (await listBestMatches({ limit: 20, gameId: 'tic_tac_toe' }))
      .map(({ match_id }) => match_id)
      .filter((id) => [drawn, won, running].includes(id));
  expect(await best()).toEqual([won, drawn]);
  expect(await listBestMatches({ limit: 5, gameId: 'mancala' })).toEqual([]);
  setClock(new Date(Date.now() + 2 * 24 * 60 * 60_000));
  expect(await best()).toEqual([won, drawn]);
  setClock(new Date(Date.now() + 8 * 24 * 60 * 60_000));
  expect(await best()).toEqual([]);
});

it('shows close running matches before decided ones of the same kind, also when these are further on', async () => {
  const start = async (state: object, ply: number) => {
    const seats = (['easy', 'strong'] as const).map((strength) => ({ kind: 'bot' as const, strength }));
    const experienceId = firstPartyExperienceId('mancala');
    const { id } = await startMatch({ experienceId, gameId: 'mancala', kind: 'lobby', seats, rated: false });
    await pool().query(
      'UPDATE match_positions SET ply = $2, state = (state::jsonb || $3::jsonb)::json WHERE match_id = $1',
      [id, ply, JSON.stringify(state)],
    );
    return id;
  };
  const decided = await start({ stores: [20, 4] }, 30);
  const close = await start({ stores: [6, 4] }, 10);
  const listed = (await listLiveMatches({ limit: 50 })).map(({ match_id }) => match_id);
  expect(listed.filter((id) => [decided, close].includes(id))).toEqual([close, decided]);
});

it('ranks the newest thousand running matches and no older one, so that a list costs the same however many are open', async () => {
  const running = await play(['Ada', 'Bob'], ['A1']);
  await pool().query('UPDATE match_positions SET ply = 8 WHERE match_id = $1', [running]);
  const { rows } = await pool().query<{ id: string }>(
    `WITH copies AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000))
     INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', c.id, 'started_at', now() + interval '1 hour'))).*
       FROM matches m, copies c WHERE m.id = $1 RETURNING id`,
    [running],
  );
  const copies = rows.map(({ id }) => id);
  await pool().query(
    `INSERT INTO match_positions SELECT (jsonb_populate_record(p, jsonb_build_object('match_id', c.id, 'ply', 1))).*
       FROM match_positions p, unnest($2::uuid[]) AS c(id) WHERE p.match_id = $1`,
    [running, copies],
  );
  const isListed = async () => (await listLiveMatches({ limit: 1 })).some(({ match_id }) => match_id === running);
  expect(await isListed()).toBe(false);
  await pool().query('DELETE FROM matches WHERE id = $1', [copies[0]]);
  expect(await isListed()).toBe(true);
  await pool().query('DELETE FROM matches WHERE id = ANY ($1::uuid[])', [copies]);
});

it('finds the matches of every player of a name, also of one who has played little beside one who has played thousands', async () => {
  const drawn = await play(['Zora old', 'Bob'], DRAWN);
  const won = await play(['Zora busy', 'Bob'], X_WINS);
  // Of either player 2,500 matches are read for a page.
  const { rows } = await pool().query<{ id: string }>(
    `WITH copies AS (SELECT (overlay(m.id::text PLACING 'ffff' FROM 1 FOR 4)::uuid) AS first, m.* FROM matches m WHERE m.id = $1),
          added AS (INSERT INTO matches SELECT (jsonb_populate_record(m, jsonb_build_object('id', overlay(c.first::text PLACING lpad(to_hex(n), 12, '0') FROM 25)))).*
                      FROM matches m, copies c, generate_series(1, 2600) n WHERE m.id = $1 RETURNING id)
     SELECT id FROM added`,
    [won],
  );
  const copies = rows.map(({ id }) => id);
  for (const table of ['match_positions', 'match_seats']) {
    await pool().query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('match_id', c.id))).*
         FROM ${table} t, unnest($2::uuid[]) AS c(id) WHERE t.match_id = $1`,
      [won, copies],
    );
  }
  const found: string[] = [];
  let pages = 0;
  for (let before: string | null | undefined; before !== null; pages++) {
    const page = await listArchive({ player: 'Zora', result: 'draw' }, { before: before ?? null, limit: 5 });
    found.push(...page.matches.map(({ match_id }) => match_id));
    before = page.next;
  }
  expect(found).toEqual([drawn]);
  expect(pages).toBe(2);
  await pool().query('DELETE FROM matches WHERE id = ANY ($1::uuid[])', [copies]);
});
