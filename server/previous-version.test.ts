import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { checkOut, findPreviousCommit, type PreviousVersion } from '@/lib/testing/previous-version';
import { type Program, startProgram } from '@/lib/testing/program';
import { useServer } from '@/lib/transport/testing/use-server';

const found = await findPreviousCommit();
if ('missing' in found)
  process.stderr.write(`Skipped: the version before on the schema of this one (${found.missing}).\n`);
else useCatalog();

type Answer = Record<string, unknown>;

/** An agent that calls one server over REST. */
class Player {
  constructor(
    readonly agent: AgentFixture,
    readonly url: () => string,
  ) {}

  async call<T = Answer>(method: 'GET' | 'POST', path: string, body?: Answer): Promise<T> {
    const answer = await fetch(`${this.url()}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': this.agent.apiKey },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
    return JSON.parse(text) as T;
  }
}

describe.skipIf('missing' in found)('the version before the newest migration', () => {
  const server = useServer();
  let previous: PreviousVersion;
  let program: Program;
  let url = '';

  beforeAll(async () => {
    previous = await checkOut('commit' in found ? found.commit : '');
    const env = { DATABASE_URL: process.env.DATABASE_URL ?? '', LOG_LEVEL: 'warn' };
    program = startProgram(previous.program, env, previous.directory);
    await program.heard('ready');
    url = program.lines.find((line) => line.startsWith('http')) ?? '';
  });
  afterAll(async () => {
    program?.end();
    await previous?.remove();
  });

  test('lacks a migration that the database has', () => {
    expect(previous.newer.length).toBeGreaterThan(0);
  });

  test('starts on the schema of this one, and plays a match with an agent of this one to its end', async () => {
    const [old, now] = [
      new Player(await agentFixture({ displayName: 'Before' }), () => url),
      new Player(await agentFixture({ displayName: 'Now' }), () => server.url),
    ];
    const lobby = { experience_id: TIC_TAC_TOE, max_players: 2 };
    const { game_session_id: id } = await old.call<{ game_session_id: string }>('POST', '/lobbies', lobby);
    await now.call('POST', `/lobbies/${id}/join`, {});
    await old.call('POST', `/matches/${id}/start`, {});
    const { players } = await now.call<{ players: { session_id: string }[] }>('GET', `/matches/${id}`);
    const moves = ['A1', 'B1', 'A2', 'B2', 'A3'];
    for (const [ply, action] of moves.entries()) {
      const seat = ply % 2;
      const [mover, waiter] = seat === 0 ? [old, now] : [now, old];
      const session = players[seat]?.session_id;
      // Read before the move: the wait and the move go to two processes, and either may be first.
      const stream = `/streams/match:${id}/events`;
      const { cursor } = await waiter.call<{ cursor: string }>('GET', `${stream}?after=latest&timeout_ms=0`);
      const waiting = waiter.call<{ events: { type: string }[] }>('GET', `${stream}?after=${cursor}&timeout_ms=20000`);
      await mover.call('POST', `/sessions/${session}/step`, { action, note: `My move ${ply}.` });
      expect((await waiting).events.map(({ type }) => type)).toContain('move_played');
    }
    for (const player of [old, now]) {
      const { events } = await player.call<{ events: { type: string }[] }>('GET', `/streams/match:${id}/events`);
      expect(events.filter(({ type }) => type === 'move_played')).toHaveLength(moves.length);
      expect(events.map(({ type }) => type)).toContain('match_ended');
      expect(await player.call('GET', `/matches/${id}`)).toMatchObject({ status: 'completed' });
    }
    const replay = await old.call('GET', `/sessions/${players[0]?.session_id}/replay`);
    expect(replay).toMatchObject({ steps: expect.arrayContaining([expect.objectContaining({ action: 'A3' })]) });
    expect(program.logged()).not.toMatch(/"level":(50|60)/);
  });
});
