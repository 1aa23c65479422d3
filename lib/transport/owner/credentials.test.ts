import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstPartyExperienceId, seedFirstParty } from '@/lib/domain/catalog';
import { findBearerToken, listOwnedCredentials } from '@/lib/domain/credentials';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
beforeAll(async () => {
  await startBus();
  await seedFirstParty();
});
afterAll(stopBus);

const experienceId = firstPartyExperienceId('chess');
const stored = (label: string, token: string) => ({
  experience_id: experienceId,
  label,
  auth_method: 'bearer_token',
  credentials: { token },
});

test('an owner stores, replaces, prefers and deletes credentials of an agent; no answer contains the secret', async () => {
  const owner = await ownerFixture();
  const { agentId } = await agentFixture({ owner });
  const path = `/api/console/agents/${agentId}/credentials`;
  const first = await sendRest('POST', path, { owner, body: stored('main', 'first-secret') });
  expect(first.status).toBe(201);
  const again = await sendRest('POST', path, { owner, body: stored('main', 'second-secret') });
  expect(again.body).toEqual(first.body);
  const other = await sendRest('POST', path, { owner, body: stored('alt', 'third-secret') });
  const prefer = `${path}/${again.body.credential_id}/default`;
  expect((await sendRest('PUT', prefer, { owner, body: { experience_id: experienceId } })).status).toBe(200);
  expect((await findBearerToken({ agentId, experienceId, origin: null })).token).toBe('second-secret');
  const listed = await listOwnedCredentials({ ownerId: owner.ownerId, agentId: null, limit: 10 });
  expect(listed.map(({ label, isDefault }) => [label, isDefault])).toEqual(
    expect.arrayContaining([
      ['main', true],
      ['alt', false],
    ]),
  );
  expect(JSON.stringify([first.body, again.body, other.body, listed])).not.toContain('secret"');
  expect((await sendRest('DELETE', `${path}/${other.body.credential_id}`, { owner })).status).toBe(200);
  expect(await listOwnedCredentials({ ownerId: owner.ownerId, agentId, limit: 10 })).toHaveLength(1);
});

test('credentials of another owner\u2019s agent are not found', async () => {
  const { agentId } = await agentFixture({ owner: await ownerFixture() });
  const owner = await ownerFixture();
  const path = `/api/console/agents/${agentId}/credentials`;
  expect((await sendRest('POST', path, { owner, body: stored('main', 'x') })).status).toBe(404);
  expect(await listOwnedCredentials({ ownerId: owner.ownerId, agentId, limit: 10 })).toEqual([]);
});
