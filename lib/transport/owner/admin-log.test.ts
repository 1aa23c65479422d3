import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useServer } from '@/lib/transport/testing/use-server';

useCatalog();
const server = useServer();

const ask = async (of: OwnerFixture, method: string, path: string, body?: object) => {
  const headers = { cookie: of.cookie, origin: server.url, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
};

async function reportId(): Promise<string> {
  const agent = await playerFixture({ owner: await ownerFixture() });
  const { session_id } = await agent.call('session.create', { experience_id: TIC_TAC_TOE });
  const report = { experience_id: TIC_TAC_TOE, category: 'other', session_id };
  return (await agent.call<{ id: string }>('experience.report', report)).id;
}

describe('what an administrator changes', () => {
  it('is recorded with who did what to what, before it happens, and read by administrators alone', async () => {
    const [administrator, other] = [await ownerFixture({ isAdmin: true }), await ownerFixture()];
    const id = await reportId();
    const changed = await ask(administrator, 'PATCH', `/v1/reports/${id}`, { status: 'dismissed', note: 'x' });
    expect(changed.status).toBe(200);
    const { body } = await ask(administrator, 'GET', '/v1/admin-actions?limit=1');
    expect(body.entries).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        owner_id: administrator.ownerId,
        agent_id: null,
        action: 'patch_v1_reports_report_id',
        input: { report_id: id, status: 'dismissed', note: 'x' },
        address_hash: expect.stringMatching(/^\S+$/),
      },
    ]);
    expect((await ask(other, 'GET', '/v1/admin-actions')).status).toBe(403);
  });

  it('is listed page by page, the newest first', async () => {
    const administrator = await ownerFixture({ isAdmin: true });
    const id = await reportId();
    for (const status of ['acknowledged', 'resolved', 'dismissed'])
      await ask(administrator, 'PATCH', `/v1/reports/${id}`, { status });
    const { body: first } = await ask(administrator, 'GET', '/v1/admin-actions?limit=2');
    const statusOf = ({ input }: { input: { status: string } }) => input.status;
    expect(first.entries.map(statusOf)).toEqual(['dismissed', 'resolved']);
    expect(first.has_more).toBe(true);
    const after = first.entries[1].id;
    const { body: next } = await ask(administrator, 'GET', `/v1/admin-actions?limit=1&after=${after}`);
    expect(next.entries.map(statusOf)).toEqual(['acknowledged']);
  });

  it('stays as it was recorded: no statement changes or deletes an entry', async () => {
    const administrator = await ownerFixture({ isAdmin: true });
    await ask(administrator, 'PATCH', `/v1/reports/${await reportId()}`, { status: 'resolved' });
    await expect(pool().query("UPDATE admin_actions SET action = 'nothing'")).rejects.toThrow('append-only');
    await expect(pool().query('DELETE FROM admin_actions')).rejects.toThrow('append-only');
  });
});
