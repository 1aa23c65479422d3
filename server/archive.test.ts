import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceClock } from '@/lib/core/clock';
import { env, parseEnv } from '@/lib/core/env';
import { pool } from '@/lib/data/database';
import { makeMonths } from '@/lib/data/months/make-months';
import { removeMonths } from '@/lib/data/months/remove-months';
import { openRecord } from '@/lib/domain/replays';
import { verifyMatch } from '@/lib/domain/replays/replays.service';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { temporaryDirectory } from '@/lib/testing/server';
import { archive } from './archive';

useCatalog();
useClock();

let place: { directory: string; remove: () => Promise<void> };
beforeAll(async () => {
  place = await temporaryDirectory('archive');
});
afterAll(async () => {
  Object.assign(env(), { RETENTION_DAYS: {}, ARCHIVE_TO: '' });
  await place.remove();
});

/** What a command prints. */
async function run(...args: string[]): Promise<{ lines: string[]; exitCode: number }> {
  const lines: string[] = [];
  const { text, exitCode } = await archive(args, async (line) => lines.push(line));
  return { lines: [...lines, text], exitCode };
}

it('a match whose month was archived is read back whole, and its replay, record and check say that it is archived', async () => {
  const { call, callError } = await playerFixture();
  const { session_id } = await call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
  await call('session.step', { session_id, action: 'B2', note: 'The middle.' });
  await call('session.end', { session_id });
  const counts = async () =>
    (
      await pool().query(
        `SELECT (SELECT count(*)::int FROM match_inputs WHERE match_id = $1) AS inputs, (SELECT count(*)::int FROM events WHERE stream = 'match:' || $1) AS events,
           (SELECT count(*)::int FROM session_steps WHERE session_id = $1) AS steps, (SELECT count(*)::int FROM telemetry WHERE session_id = $1) AS reports`,
        [session_id],
      )
    ).rows[0] as { inputs: number; events: number; steps: number; reports: number };
  const before = await counts();
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0);
  const days = { events: 30, match_inputs: 30, session_steps: 30, telemetry: 30 };
  Object.assign(env(), { ARCHIVE_TO: place.directory, RETENTION_DAYS: days });
  advanceClock(100 * 24 * 3_600_000);
  const stopping = new AbortController().signal;
  await makeMonths(stopping);
  await removeMonths(stopping);
  expect(await counts()).toEqual({ inputs: 0, events: 0, steps: 0, reports: 0 });

  const match = await run('match', session_id);
  expect([match.exitCode, match.lines.length]).toEqual([0, before.inputs + before.events]);
  const [first] = match.lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ table: 'match_inputs', row: { match_id: session_id, n: 1 } });
  expect((await run('session', session_id)).lines).toHaveLength(before.steps + before.reports);
  const { lines } = await run('list');
  expect(lines.find((line) => /^events\/until_\d{4}_\d{2}\.jsonl\.gz +\d+ rows +\d+ bytes$/.test(line))).toBeDefined();
  const file = lines.map((line) => line.split(' ')[0] ?? '').find((name) => name.startsWith('telemetry/until')) ?? '';
  expect((await run('read', file)).lines.map((line) => JSON.parse(line).note)).toEqual(['The middle.']);

  expect((await callError('session.replay', { session_id })).code).toBe('ARCHIVED');
  await expect(verifyMatch({ matchId: session_id })).rejects.toMatchObject({ code: 'ARCHIVED' });
  await expect(openRecord({ matchId: session_id, extension: 'jsonl', url: '' })).rejects.toMatchObject({
    code: 'ARCHIVED',
    message: expect.stringContaining('archive'),
  });
});

it('the command says what is wrong with its arguments, and what is not there', async () => {
  expect(await run('match', 'x')).toMatchObject({
    exitCode: 2,
    lines: [expect.stringContaining('Name the id of the match')],
  });
  expect(await run('drop')).toMatchObject({ exitCode: 2, lines: [expect.stringContaining('Say list, read')] });
  expect(await run('read', 'events/none.jsonl.gz')).toMatchObject({ exitCode: 1 });
  expect(await run('match', '00000000-0000-7000-8000-000000000000')).toMatchObject({
    exitCode: 1,
    lines: [`Nothing was found in ${place.directory}.`],
  });
});

it('days of tables that leave by the archive alone need one, and a bucket its settings', () => {
  const read = (variables: Record<string, string>) => () => parseEnv({ NODE_ENV: 'test', ...variables });
  expect(read({ RETENTION_DAYS: 'events=400' })).toThrow(
    'RETENTION_DAYS: events are removed after they were archived only',
  );
  expect(read({ RETENTION_DAYS: 'events=400', ARCHIVE_TO: '/archive' })).not.toThrow();
  expect(read({ RETENTION_DAYS: 'telemetry=400' })).not.toThrow();
  expect(read({ ARCHIVE_TO: 's3://Not A Bucket' })).toThrow('ARCHIVE_TO');
  expect(read({ ARCHIVE_TO: 's3://months/site' })).toThrow('AWS_REGION');
});
