import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '@/lib/core/ids';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { WebRequest } from '@/lib/transport/http/web';
import { anyCredential, creatorOrAdmin } from './callers';
import { defineRoute } from './route';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

const request = (headers: Record<string, string>) =>
  new WebRequest(new Request('http://localhost:3000/api/leagues/x', { headers }), {
    arrival: { host: 'localhost:3000', protocol: 'http' },
    address: '10.0.0.1',
  });

describe('any credential', () => {
  test('admits an owner by cookie and an agent by key, and no caller without one', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture();
    const admit = (headers: Record<string, string>) => anyCredential.admit(request(headers), {});
    expect((await admit({ cookie: owner.cookie })).who).toMatchObject({ ownerId: owner.ownerId });
    expect((await admit({ 'x-api-key': agent.apiKey })).who).toMatchObject({ agentId: agent.agentId });
    await expect(admit({})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('creator or admin', () => {
  test('admits the creator, agent or owner, and an administrator, and refuses others', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture();
    const administrator = await ownerFixture({ isAdmin: true });
    const admit = (creator: string | null, headers: Record<string, string>) =>
      creatorOrAdmin(async () => creator).admit(request(headers), { league_id: 'league_default' });
    expect((await admit(owner.ownerId, { cookie: owner.cookie })).who.ownerId).toBe(owner.ownerId);
    expect((await admit(agent.agentId, { 'x-api-key': agent.apiKey })).who).toMatchObject({ agentId: agent.agentId });
    expect((await admit(newId(), { cookie: administrator.cookie })).who.isAdmin).toBe(true);
    for (const creator of [newId(), agent.agentId, null])
      await expect(admit(creator, { cookie: owner.cookie })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('answers 404 for an id in another format than the route declares', async () => {
  const route = defineRoute({
    method: 'GET',
    path: '/api/leagues/{league_id}',
    title: 'Read a league',
    who: anyCredential,
    ids: { league_id: z.string().regex(/^league_[a-z]+$/) },
    run: async ({ params }) => params.league_id,
  });
  const context = { who: null, address: '', origin: '', setCookie: () => {} };
  const run = (id: string) => route.run({ request: request({}), params: { league_id: id }, query: '' }, context);
  expect(await run('league_default')).toBe('league_default');
  await expect(run('default')).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Not found: the id is not valid.' });
});
