import { beforeAll, expect, test } from 'vitest';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { findArchivedHistory, resignMatch, startMatch } from '@/lib/domain/matches';
import { exportTraces, readPlayedSession, readStepBoards, readTranscript } from '@/lib/domain/replays';
import { useArchive } from '@/lib/testing/archive';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useServer } from '@/lib/transport/testing/use-server';
import { useWatchServer } from './testing/watch-server';

useCatalog();
const archive = useArchive();
const server = useServer();
const { spectator } = useWatchServer();

const FIRST_EVENT = '00000000000000000000000000';
const ARCHIVED = { code: 'ARCHIVED', details: { archived_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } };

let chess: { id: string; agents: Player[] };
let werewolf: { id: string; agents: Player[] };
let solo: { sessionId: string; ownerId: string; player: Player };

async function finishedMatch(gameId: string, count: number): Promise<{ id: string; agents: Player[] }> {
  const experienceId = firstPartyExperienceId(gameId);
  const agents = await Promise.all(Array.from({ length: count }, () => playerFixture()));
  const seats = agents.map(({ agentId, caller }) => ({
    kind: 'agent' as const,
    agentId,
    experienceAgentId: experienceAgentId({ agentId, experienceId }),
    sessionId: null,
    displayName: caller.displayName,
  }));
  const { id } = await startMatch({ experienceId, gameId, kind: 'lobby', seats, rated: false });
  await resignMatch({ matchId: id, seat: 0, ends: true });
  return { id, agents };
}

async function finishedSession() {
  const owner = await ownerFixture();
  const player = await playerFixture({ owner });
  const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  await player.call('session.step', { session_id, action: 'B2', note: 'The middle.' });
  await player.call('session.end', { session_id });
  return { sessionId: session_id, ownerId: owner.ownerId, player };
}

beforeAll(async () => {
  [chess, werewolf, solo] = [
    await finishedMatch('chess', 2),
    await finishedMatch('werewolf', 8),
    await finishedSession(),
  ];
  await archive({ events: 30, match_inputs: 30, session_steps: 30, telemetry: 30 });
});

test('spectators of an archived match get ARCHIVED, whichever view, stream and cursor they name', async () => {
  const { ask } = await spectator();
  for (const [stream, after] of [
    [`match:${chess.id}`, undefined],
    [`match:${chess.id}`, FIRST_EVENT],
    [`werewolf:${werewolf.id}`, undefined],
    [`werewolf:${werewolf.id}`, FIRST_EVENT],
  ]) {
    for (const view of ['public', 'omniscient']) {
      const { error } = await ask('subscribe', { stream, view, ...(after ? { after } : {}) });
      expect(error, `${stream} ${view}`).toMatchObject(ARCHIVED);
    }
  }
});

test('an agent that waits for events of an archived match, or streams them, gets ARCHIVED and does not wait', async () => {
  const [agent] = chess.agents as [Player];
  for (const stream of [`match:${chess.id}`, `session:${solo.sessionId}`]) {
    const of = stream.startsWith('session') ? solo.player : agent;
    for (const after of [{}, { after: 'latest' }, { after: FIRST_EVENT }])
      expect(await of.callError('events.wait', { stream, timeout_ms: 55_000, ...after })).toMatchObject(ARCHIVED);
  }
  expect(
    await werewolf.agents[0]?.callError('events.wait', { stream: `werewolf:${werewolf.id}`, timeout_ms: 55_000 }),
  ).toMatchObject(ARCHIVED);
  const answer = await fetch(`${server.url}/api/streams/match:${chess.id}/events`, {
    headers: { accept: 'text/event-stream', 'x-api-key': agent.apiKey },
  });
  expect([answer.status, (await answer.json()).error]).toMatchObject([410, ARCHIVED]);
});

test('the log of an archived Werewolf match answers ARCHIVED, and its state is still there', async () => {
  const [reader, agent, other] = werewolf.agents as [Player, Player, Player];
  for (const [of, afterEventId] of [
    [agent, null],
    [other, FIRST_EVENT],
  ] as const)
    expect(await of.callError('et.werewolf.match.events.get', { matchId: werewolf.id, afterEventId })).toMatchObject(
      ARCHIVED,
    );
  expect(await reader.call('et.werewolf.match.get_state', { matchId: werewolf.id })).toMatchObject({ ok: true });
});

test('a session whose steps were archived says when, for its owner, its publisher and in the trace', async () => {
  const { sessionId, ownerId, player } = solo;
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(await readTranscript({ ownerId, sessionId })).toMatchObject({
    archived: { at },
    stepCount: 1,
    nextStep: null,
  });
  expect(await readStepBoards({ ownerId, sessionId })).toBeNull();
  expect(await readPlayedSession({ experienceId: TIC_TAC_TOE, sessionId })).toMatchObject({
    archived: { at },
    steps: [],
  });
  const lines: { line: string }[] = [];
  for await (const line of exportTraces({ ownerId, agentId: player.agentId })) lines.push(JSON.parse(line));
  expect(lines.map(({ line }) => line)).toEqual(['trace', 'session', 'end', 'trace_end']);
  expect(lines[2]).toMatchObject({ archived: true, archived_at: at, steps: 0 });
});

test('a match that ended and is here is not archived, also in a month that has left', async () => {
  const { id } = await finishedMatch('chess', 2);
  const { ask } = await spectator();
  expect((await ask('subscribe', { stream: `match:${id}` })).error).toBeUndefined();
  expect(await findArchivedHistory({ id, status: 'completed' })).toBeNull();
});
