import { beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import type { JsonObject } from '@/lib/core/json';
import { matchStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { listExportFiles } from '@/lib/data/exports';
import { openRecord, replaySession } from '@/lib/domain/replays';
import { verifyMatch } from '@/lib/domain/replays/replays.service';
import { findTracedSteps } from '@/lib/domain/replays/traces.repo';
import { findTranscribedSteps } from '@/lib/domain/replays/transcripts.repo';
import { compactStep } from '@/lib/domain/seating';
import { stepSession } from '@/lib/domain/sessions';
import { noteRowForms } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { endWerewolfPhase, type WerewolfMatch, werewolfMatch, werewolfMatchIn } from './testing/werewolf-match';

useCatalog();
useClock();

const MESSAGES = 40;
/** What the rows of a message of 500 characters take at most, without line pointers and indexes. */
const MAX_ROW_BYTES = { events: 760, match_inputs: 180, session_steps: 180 };

interface Said {
  seat: number;
  sessionId: string;
  key: string;
  action: { type: 'say'; text: string };
  answer: unknown;
}

interface ExportedStep {
  step_number: number;
  action: unknown;
  response: unknown;
}

let match: WerewolfMatch;
const messages: Said[] = [];
const textOf = (index: number) => `${index}. "Who was it?" – `.padEnd(499, 'I heard steps on the stairs. ').concat('.');

async function say(index: number): Promise<Said> {
  const seat = match.living[index % match.living.length] as number;
  const sessionId = match.seats[seat]?.sessionId as string;
  const action = { type: 'say' as const, text: textOf(index) };
  // One message in three seconds is the limit.
  await pool().query('DELETE FROM rate_limits');
  const key = `key-${index}`;
  const agent = match.agentAt(seat).caller;
  const answer = await stepSession({ agent, sessionId, action, report: {}, idempotencyKey: key });
  return { seat, sessionId, key, action, answer };
}

beforeAll(async () => {
  match = await werewolfMatchIn('DAY_DISCUSSION');
  for (let index = 0; index < MESSAGES; index++) messages.push(await say(index));
}, 60_000);

const lastSaid = () => messages.at(-1) as Said;

describe('a message of Werewolf', () => {
  it('stores its text once, in rows of bounded size', async () => {
    const { sessionId } = lastSaid();
    const { rows } = await pool().query(
      `SELECT (SELECT pg_column_size(e.*) FROM events e WHERE stream = $1 ORDER BY id DESC LIMIT 1) AS events,
         (SELECT pg_column_size(i.*) FROM match_inputs i WHERE match_id = $2 ORDER BY n DESC LIMIT 1) AS match_inputs,
         (SELECT pg_column_size(s.*) FROM session_steps s WHERE session_id = $3 ORDER BY step_number DESC LIMIT 1)
           AS session_steps`,
      [matchStream(match.matchId), match.matchId, sessionId],
    );
    for (const [table, most] of Object.entries(MAX_ROW_BYTES)) expect(rows[0][table], table).toBeLessThanOrEqual(most);
  });

  it('is stored whole while a process of an earlier version runs', async () => {
    noteRowForms('a process of an earlier version', []);
    try {
      const { sessionId, action } = await say(MESSAGES);
      const { rows } = await pool().query(
        `SELECT s.action, s.response, (SELECT move FROM match_inputs WHERE match_id = $2 ORDER BY n DESC LIMIT 1) AS move
           FROM session_steps s WHERE session_id = $1 ORDER BY step_number DESC LIMIT 1`,
        [sessionId, match.matchId],
      );
      const [{ action: stored, move, response }] = rows;
      expect([stored, move]).toEqual([action, action]);
      expect(response.events[0].data.message).toBe(action.text);
      expect(response).toHaveProperty('view.players');
    } finally {
      resetOnce('events.row_forms');
    }
  });

  it('is stored in the form of the version before while a process of that runs, and read in both', async () => {
    noteRowForms('a process of the version before', ['references']);
    try {
      messages.push(await say(MESSAGES + 1));
      const { rows } = await pool().query(
        'SELECT action, response FROM session_steps WHERE session_id = $1 ORDER BY step_number DESC LIMIT 1',
        [lastSaid().sessionId],
      );
      expect(rows[0].action).toEqual({ type: 'say', text: { $message: 0 } });
      expect(rows[0].response).toEqual(
        expect.objectContaining({ as_step: expect.any(Number), events: [expect.any(String)] }),
      );
    } finally {
      resetOnce('events.row_forms');
    }
  });

  it('is answered with the same bytes when its key is repeated', async () => {
    for (const { seat, sessionId, key, action, answer } of messages) {
      const agent = match.agentAt(seat).caller;
      const repeated = await stepSession({ agent, sessionId, action, report: {}, idempotencyKey: key });
      expect(JSON.stringify(repeated)).toBe(JSON.stringify(answer));
    }
  });

  it('refuses its key with another text', async () => {
    const { seat, sessionId, key } = lastSaid();
    const agent = match.agentAt(seat).caller;
    const action = { type: 'say', text: textOf(MESSAGES + 2) };
    await expect(stepSession({ agent, sessionId, action, report: {}, idempotencyKey: key })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('is in the replay, the trace, the transcript and the archive of its owner as it was sent and answered', async () => {
    const { seat, sessionId } = lastSaid();
    const { agentId } = match.agentAt(seat);
    const own = messages.filter((one) => one.sessionId === sessionId);
    const expected = own.map(({ action, answer }) => ({
      action,
      response: (answer as { experience_response: unknown }).experience_response,
    }));
    const texts = (steps: readonly { action: unknown; response: unknown }[]) =>
      steps.slice(-expected.length).map(({ action, response }) => JSON.stringify({ action, response }));
    const wanted = expected.map((step) => JSON.stringify(step));
    const { steps } = await replaySession({ agentId, sessionId, after: null, limit: 100 });
    expect(texts(steps)).toEqual(wanted);
    expect(texts(await findTracedSteps(sessionId, -1, 100))).toEqual(wanted);
    const transcribed = await findTranscribedSteps({ sessionId, after: -1, limit: 100, maxChars: 20_000 });
    expect(
      transcribed.slice(-wanted.length).map((one) => `{"action":${one.action},"response":${one.response}}`),
    ).toEqual(wanted);
    expect(transcribed.at(-1)?.response_chars).toBe(JSON.stringify(expected.at(-1)?.response).length);
    const exported = (await exportedRows('sessions/steps.jsonl', agentId)) as unknown as ExportedStep[];
    expect(texts(exported.toSorted((one, other) => one.step_number - other.step_number))).toEqual(wanted);
    const moves = (await exportedRows('matches/moves.jsonl', agentId)).map(({ move }) => JSON.stringify(move));
    for (const { action } of own) expect(moves).toContain(JSON.stringify(action));
  });

  it('is in the record of a match that is verified', async () => {
    for (let n = 0; n < 60 && (await werewolfMatch(match.matchId)).status === 'active'; n++)
      await endWerewolfPhase(match.matchId);
    expect(await verifyMatch({ matchId: match.matchId })).toMatchObject({ verified: true });
    const file = await openRecord({ matchId: match.matchId, extension: 'jsonl', url: 'https://botplay.example' });
    const lines: JsonObject[] = [];
    for await (const text of file.read()) lines.push(JSON.parse(text));
    const moves = lines.filter(({ line }) => line === 'input').map(({ move }) => JSON.stringify(move));
    for (const { action } of messages) expect(moves).toContain(JSON.stringify(action));
  });
});

it('an action cannot pass for a reference to an event', () => {
  const action = { type: 'say', text: { $message: 0 } };
  const events = [{ id: '0', type: 'message_sent', audience: 'public', at: '', data: { message: 'x'.repeat(100) } }];
  const step = { sessionId: 'forged', action, response: { view: {}, events } };
  expect(compactStep(step)).toMatchObject({ action, response: step.response, isCompact: false });
});

/** The rows of a file of the archive of an owner with one agent. */
async function exportedRows(name: string, agentId: string): Promise<JsonObject[]> {
  const file = listExportFiles().find((one) => one.name === name);
  const { rows } = await pool().query(
    `SELECT row_to_json(file) AS row FROM (WITH given AS (SELECT $1::uuid) ${file?.rows}) AS file`,
    [agentId, [agentId]],
  );
  const found: JsonObject[] = rows.map(({ row }) => row);
  const { by, rows: restore } = file?.restore ?? { by: '', rows: async () => [] };
  return restore(String(found[0]?.[by]), found);
}
