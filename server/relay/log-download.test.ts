import { describe, expect, test } from 'vitest';
import { downloadMemberLog } from '@/app/study-logs';
import { stopAgents } from '@/lib/domain/supervision';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { useRelay } from './testing/use-relay';

useDatabase();
useClock();
const { page, agent, newRoom } = useRelay();

/** A finished session of a signed-in owner, and the link that its agent was sent. */
async function finished() {
  const owner = await ownerFixture();
  const roomName = newRoom();
  await page(roomName, { headers: { cookie: owner.cookie } });
  const one = await agent(roomName, { ext: { app: null } });
  const { payload } = await one.ask('session.start', { studyId: 'pilot-01', participantId: 'P07' });
  await one.call('pick', { itemId: 'b' });
  const ended = await one.ask('session.end', { reason: 'done' });
  return { owner, sessionId: String(payload.sessionId), link: String(ended.ext?.log) };
}

const get = (sessionId: string, { query = '', headers = {} }: { query?: string; headers?: HeadersInit } = {}) =>
  downloadMemberLog(new Request(`http://localhost/relay/sessions/${sessionId}/log${query}`, { headers }), sessionId);

const codeOf = async (response: Response) => [response.status, (await response.json()).error.code];

describe('the log of a session', () => {
  test('is a file for who has its link, and for agents of its owner', async () => {
    const { owner, sessionId, link } = await finished();
    const { apiKey } = await agentFixture({ owner });
    const query = link.slice(link.indexOf('?'));
    const texts: string[] = [];
    const requests: Parameters<typeof get>[1][] = [
      { query },
      { headers: { authorization: `Bearer ${apiKey}` } },
      { headers: { 'x-api-key': apiKey } },
    ];
    for (const request of requests) {
      const response = await get(sessionId, request);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${sessionId}.jsonl"`,
        'cache-control': 'private, no-store',
      });
      texts.push(await response.text());
    }
    const lines = (texts[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ eventIndex }) => eventIndex)).toEqual(lines.map((_, index) => index));
    expect(lines.at(-1)).toMatchObject({ type: 'session.ended', sessionId });
    expect(new Set(texts).size).toBe(1);
  });

  test('is refused to an agent that its owner has stopped', async () => {
    const { owner, sessionId } = await finished();
    const { agentId, apiKey } = await agentFixture({ owner });
    await stopAgents({ ownerId: owner.ownerId, agentId });
    await expect
      .poll(async () => codeOf(await get(sessionId, { headers: { 'x-api-key': apiKey } })))
      .toEqual([403, 'FORBIDDEN']);
  });

  test('is refused to everybody else, and a session that there is not is refused alike', async () => {
    const [{ owner, sessionId, link }, other] = [await finished(), await finished()];
    const stranger = await agentFixture({ owner: await ownerFixture() });
    const query = link.slice(link.indexOf('?'));
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    expect(await codeOf(await get(sessionId))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf(await get(sessionId, { headers: bearer('pgos_invalid') }))).toEqual([401, 'UNAUTHENTICATED']);
    for (const [id, request] of [
      [sessionId, { headers: bearer(stranger.apiKey) }],
      [sessionId, { headers: bearer((await agentFixture()).apiKey) }],
      ['s-20260101-001', { headers: bearer((await agentFixture({ owner })).apiKey) }],
      [other.sessionId, { query }],
      [sessionId, { query: '?token=' }],
      [sessionId, { query: query.replace(/token=.*/, 'token=guessed') }],
      [sessionId, { query: query.replace(/until=\d+/, 'until=99999999999') }],
      // A wrong link is not made right by a key.
      [sessionId, { query: '?token=guessed', headers: bearer((await agentFixture({ owner })).apiKey) }],
    ] as const)
      expect(await codeOf(await get(id, request))).toEqual([404, 'NOT_FOUND']);
    advanceClock(8 * 24 * 3_600_000);
    expect(await codeOf(await get(sessionId, { query }))).toEqual([404, 'NOT_FOUND']);
  });
});
