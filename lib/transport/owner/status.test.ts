import { describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();
useClock();

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(now().getTime() + hours * HOUR_MS).toISOString();
const INCIDENT = { kind: 'incident', title: 'Slow answers', text: 'We look for the cause.', parts: ['agents', 'web'] };
const readStatus = async () => (await sendRest('GET', '/api/status')).body;

async function administrator() {
  const owner = await ownerFixture({ isAdmin: true });
  return (method: string, path: string, body?: unknown) => sendRest(method, path, { owner, body });
}

describe('incidents', () => {
  it('are written by administrators alone, read by everyone, and each change is in the log of administrators', async () => {
    const ask = await administrator();
    const { status, body } = await ask('POST', '/v1/incidents', INCIDENT);
    expect(status).toBe(201);
    const [open] = (await readStatus()).incidents;
    expect(open).toMatchObject({
      incident_id: body.incident_id,
      kind: 'incident',
      title: 'Slow answers',
      parts: ['agents', 'web'],
      state: 'open',
      ends_at: null,
      updates: [{ text: 'We look for the cause.' }],
    });
    advanceClock(HOUR_MS);
    const path = `/v1/incidents/${body.incident_id}`;
    expect((await ask('POST', `${path}/updates`, { text: 'It works again.', ends: true })).status).toBe(201);
    const [over] = (await readStatus()).incidents;
    expect(over).toMatchObject({ state: 'over', updates: [{ text: 'It works again.' }, { text: INCIDENT.text }] });
    const log = await ask('GET', '/v1/admin-actions?limit=2');
    expect(log.body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'post_v1_incidents_incident_id_updates',
      'post_v1_incidents',
    ]);

    const other = await ownerFixture();
    for (const [method, where] of [
      ['POST', '/v1/incidents'],
      ['POST', `${path}/updates`],
      ['DELETE', path],
    ] as const) {
      expect((await sendRest(method, where, { owner: other, body: INCIDENT })).status).toBe(403);
      expect((await sendRest(method, where, { body: INCIDENT })).status).toBe(401);
    }
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await readStatus()).incidents).toEqual([]);
  });

  it('that are planned begin and end by their times', async () => {
    const ask = await administrator();
    const planned = { ...INCIDENT, kind: 'maintenance', title: 'A new disk', starts_at: later(1), ends_at: later(2) };
    await ask('POST', '/v1/incidents', planned);
    expect((await readStatus()).incidents[0].state).toBe('planned');
    advanceClock(1.5 * HOUR_MS);
    expect(await readStatus()).toMatchObject({ status: 'maintenance', incidents: [{ state: 'open' }] });
    advanceClock(HOUR_MS);
    expect((await readStatus()).incidents[0].state).toBe('over');
    // A year after their end they are removed; the page shows 90 days.
    advanceClock(100 * 24 * HOUR_MS);
    expect((await readStatus()).incidents).toEqual([]);
    advanceClock(300 * 24 * HOUR_MS);
    await runCleanups(new AbortController().signal);
  });

  it.each([
    [{ ...INCIDENT, title: ' ' }, 'title'],
    [{ ...INCIDENT, text: 'x'.repeat(2_001) }, 'text'],
    [{ ...INCIDENT, parts: [] }, 'parts'],
    [{ ...INCIDENT, parts: ['web', 'web'] }, 'parts'],
    [{ ...INCIDENT, starts_at: '2100-01-01T00:00:00Z' }, 'starts_at'],
    [{ ...INCIDENT, kind: 'maintenance', starts_at: '2100-01-01T00:00:00Z' }, 'starts_at'],
    [{ ...INCIDENT, kind: 'maintenance', ends_at: '2000-01-01T00:00:00Z' }, 'ends_at'],
  ])('with a fault are refused with its path and change nothing: %j', async (body, field) => {
    const ask = await administrator();
    const refused = await ask('POST', '/v1/incidents', body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.issues[0].path[0]).toBe(field);
    expect((await readStatus()).incidents).toEqual([]);
  });

  it('have at most a hundred updates', async () => {
    const ask = await administrator();
    const { body } = await ask('POST', '/v1/incidents', INCIDENT);
    const add = () => ask('POST', `/v1/incidents/${body.incident_id}/updates`, { text: 'News' });
    const statuses: number[] = [];
    for (let batch = 0; batch < 11; batch++)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, add))).map(({ status }) => status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(99);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
    await ask('DELETE', `/v1/incidents/${body.incident_id}`);
  });
});
