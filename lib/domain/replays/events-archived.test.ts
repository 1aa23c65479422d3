import { beforeAll, expect, test } from 'vitest';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { useArchive } from '@/lib/testing/archive';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { exportTraces, openRecord, readPlayedSession, readStepBoards, readTranscript } from '.';

useCatalog();
const archive = useArchive();

const NOTE = 'The middle belongs to four of the eight lines, so that the side which has it needs the others least.';
const FIRST = { action: 'B2', note: NOTE };
const ARCHIVED = { code: 'ARCHIVED', details: { archived_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) } };
/** The answer of a step without its events. */
const WITHOUT_EVENTS = { game_type: 'tic_tac_toe', events: [], events_archived: true };

let owner: OwnerFixture;
let player: Player;
let sessionId: string;
let steps = 0;

// A match whose events have left to the archive before its inputs and steps, as RETENTION_DAYS allows.
beforeAll(async () => {
  owner = await ownerFixture();
  player = await playerFixture({ owner });
  const { session_id } = await player.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  sessionId = session_id;
  const first = await player.call('session.step', { session_id, ...FIRST }, 'the first');
  expect(first.experience_response).toMatchObject({ events: [{ type: 'move_played' }] });
  steps = 1;
  for (const action of ['A1', 'A2', 'A3', 'B1', 'B3', 'C1', 'C2', 'C3']) {
    const answer = await player.call('session.step', { session_id, action }).catch(() => null);
    if (answer) steps++;
  }
  await archive({ events: 30 });
});

test('a replay and a repeated call have the steps, and say that the events of their answers were archived', async () => {
  const replay = await player.call<{ steps: { response: unknown }[] }>('session.replay', { session_id: sessionId });
  expect(replay.steps).toHaveLength(steps);
  for (const { response } of replay.steps) expect(response).toMatchObject(WITHOUT_EVENTS);
  const repeated = await player.call('session.step', { session_id: sessionId, ...FIRST }, 'the first');
  expect(repeated.experience_response).toMatchObject(WITHOUT_EVENTS);
});

test('the owner and the publisher still read the steps, with their boards and with what the answers said', async () => {
  const { ownerId } = owner;
  const says = { response: { text: expect.stringContaining('"events_archived":true') } };
  const { lines } = await readTranscript({ ownerId, sessionId });
  expect(lines.filter(({ kind }) => kind === 'step')).toMatchObject(Array(steps).fill(says));
  const played = await readPlayedSession({ experienceId: TIC_TAC_TOE, sessionId });
  expect(played.steps).toMatchObject(Array(steps).fill(says));
  expect((await readStepBoards({ ownerId, sessionId }))?.positions).toHaveLength(steps);
});

test('the trace of the agent has every step', async () => {
  const lines: Record<string, unknown>[] = [];
  for await (const line of exportTraces({ ownerId: owner.ownerId, agentId: player.agentId }))
    lines.push(JSON.parse(line));
  expect(lines.filter(({ line }) => line === 'step')).toMatchObject(
    Array(steps).fill({ session_id: sessionId, answer: WITHOUT_EVENTS }),
  );
});

test('the record and a wait answer ARCHIVED, and the page of the match has its result and last position', async () => {
  await expect(openRecord({ matchId: sessionId, extension: 'jsonl', url: 'http://localhost' })).rejects.toMatchObject(
    ARCHIVED,
  );
  expect(await player.callError('events.wait', { stream: `match:${sessionId}`, timeout_ms: 55_000 })).toMatchObject(
    ARCHIVED,
  );
  const snapshot = await loadMatchSnapshot({ matchId: sessionId, viewer: 'spectator' });
  expect(snapshot).toMatchObject({ status: 'completed', view: { status: 'game_over' } });
});
