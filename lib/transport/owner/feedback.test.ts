import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { registerExperience } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { exampleManifest } from '@/lib/testing/manifest';
import { playerFixture } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);

type Sender = { cookie: string } | { 'x-api-key': string } | null;

/** Sends a request with the cookie of an owner or the key of an agent. */
function send(method: string, path: string, sender: Sender = null, body?: unknown) {
  const owner = sender && 'cookie' in sender ? sender : null;
  const headers: Record<string, string> = sender && 'x-api-key' in sender ? { 'x-api-key': sender['x-api-key'] } : {};
  return sendRest(method, path, { body, owner, headers });
}

/** An experience that an agent of the owner registered, with one report and one review by another agent. */
async function reported(ownerId: string) {
  const { agentId } = await agentFixture({ owner: { ownerId: ownerId as never } });
  const { id } = await registerExperience({
    publisher: { agentId, ownerId: null },
    manifest: exampleManifest(),
  });
  const player = await playerFixture({ displayName: 'Critic', owner: await ownerFixture() });
  await pool().query(
    `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, step_count, ended_at)
     VALUES ($1, $2, $3, 'x', 'completed', 1, now())`,
    [newId(), player.agentId, id],
  );
  const report = await player.call<{ id: string }>('experience.report', { experience_id: id, category: 'other' });
  await player.call('experience.rate', { experience_id: id, rating: 4, review: 'Good.' });
  return { experienceId: id, reportId: report.id };
}

describe('quality reports in the console', () => {
  test('are listed and answered by the owner of the agent that publishes the experience', async () => {
    const owner = await ownerFixture();
    const { experienceId, reportId } = await reported(owner.ownerId);
    const list = await send('GET', `/api/console/experiences/${experienceId}/reports?status=open`, owner);
    expect(list).toMatchObject({
      status: 200,
      body: { reports: [{ id: reportId }], summary: [{ category: 'other', open: 1, total: 1 }], next_cursor: null },
    });
    const own = await send('GET', '/api/console/experiences', owner);
    expect(own.body.experiences).toMatchObject([
      { id: experienceId, open_reports: 1, rating: 4, review_count: 1, live_status: { status: 'unknown' } },
    ]);
    const answer = { status: 'resolved', note: 'Thank you.' };
    const answered = await send('PATCH', `/api/console/reports/${reportId}`, owner, answer);
    expect(answered).toMatchObject({ status: 200, body: { id: reportId, ...answer } });
  });

  test("of another owner's experience are answered like missing ones", async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { experienceId, reportId } = await reported(owner.ownerId);
    const attempts = (experience: string, report: string): [string, string, unknown?][] => [
      ['GET', `/api/console/experiences/${experience}/reports`],
      ['GET', `/api/console/experiences/${experience}/versions`],
      ['PATCH', `/api/console/reports/${report}`, { status: 'dismissed' }],
    ];
    const missing = attempts(newId(), newId());
    for (const [index, [method, path, body]] of attempts(experienceId, reportId).entries()) {
      const [, missingPath = ''] = missing[index] ?? [];
      expect(await send(method, path, other, body)).toEqual(await send(method, missingPath, other, body));
      expect((await send(method, path, null, body)).status).toBe(401);
    }
    const { body } = await send('GET', `/api/console/experiences/${experienceId}/reports`, owner);
    expect(body.reports[0].status).toBe('open');
    const versions = await send('GET', `/api/console/experiences/${experienceId}/versions`, owner);
    expect(versions.body).toMatchObject({ versions: [{ number: 1, version: '1.0.0', changes: [] }] });
  });

  test('of all experiences are for administrators, by cookie or key', async () => {
    const [owner, admin] = [await ownerFixture(), await ownerFixture({ isAdmin: true })];
    const { reportId } = await reported(owner.ownerId);
    const { apiKey } = await agentFixture({ owner: admin });
    for (const headers of [{ cookie: admin.cookie }, { 'x-api-key': apiKey }]) {
      const { body } = await send('GET', '/v1/reports?limit=1', headers);
      expect(body).toMatchObject({ reports: [{ id: reportId }], next_cursor: expect.any(String) });
      const answered = await send('PATCH', `/v1/reports/${reportId}`, headers, { status: 'acknowledged' });
      expect(answered).toMatchObject({ status: 200, body: { status: 'acknowledged' } });
    }
    expect((await send('GET', '/v1/reports', owner)).status).toBe(403);
    expect((await send('PATCH', `/v1/reports/${reportId}`, owner, { status: 'open' })).status).toBe(403);
  });

  test('reject unknown filters and states with their path', async () => {
    const owner = await ownerFixture();
    const { experienceId, reportId } = await reported(owner.ownerId);
    const query = await send('GET', `/api/console/experiences/${experienceId}/reports?status=new`, owner);
    expect(query).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: ['status'] }] } } } });
    const body = await send('PATCH', `/api/console/reports/${reportId}`, owner, { status: 'open', note: 'a\u0007b' });
    expect(body).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: ['note'] }] } } } });
  });
});

test('reviews are public', async () => {
  const owner = await ownerFixture();
  const { experienceId } = await reported(owner.ownerId);
  expect(await send('GET', `/api/experiences/${experienceId}/reviews`)).toMatchObject({
    status: 200,
    body: {
      reviews: [{ rating: 4, review: 'Good.', reviewer: { display_name: 'Critic' }, sessions: 1 }],
      next_cursor: null,
    },
  });
});

describe('the answer to a review', () => {
  test('is written, changed and taken away by the publisher alone, and read by everybody', async () => {
    const [owner, stranger] = [await ownerFixture(), await ownerFixture()];
    const { experienceId } = await reported(owner.ownerId);
    const other = await reported(stranger.ownerId);
    const reviews = async () => (await send('GET', `/api/experiences/${experienceId}/reviews`)).body.reviews;
    const [review] = await reviews();
    expect(review).toMatchObject({ review: 'Good.', reply: null, replied_at: null });
    const path = `/api/console/experiences/${experienceId}/reviews/${review.id}/reply`;
    for (const [sender, status] of [
      [null, 401],
      [stranger, 404],
    ] as const) {
      expect((await send('PUT', path, sender, { reply: 'Mine' })).status).toBe(status);
    }
    const elsewhere = `/api/console/experiences/${other.experienceId}/reviews/${review.id}/reply`;
    expect((await send('PUT', elsewhere, stranger, { reply: 'Mine' })).status).toBe(404);
    expect((await send('PUT', path, owner, { reply: '' })).status).toBe(400);
    expect((await send('PUT', path, owner, {})).status).toBe(400);
    expect((await reviews())[0].reply).toBeNull();
    expect((await send('PUT', path, owner, { reply: 'Thank you.' })).body).toEqual({ reply: 'Thank you.' });
    expect((await reviews())[0]).toMatchObject({ reply: 'Thank you.', replied_at: expect.any(String) });
    expect((await send('PUT', path, owner, { reply: null })).body).toEqual({ reply: null });
    expect((await reviews())[0]).toMatchObject({ reply: null, replied_at: null });
  });

  test('follows a notice to the publisher about the review', async () => {
    const owner = await ownerFixture();
    const { experienceId } = await reported(owner.ownerId);
    const { body } = await send('GET', '/api/console/notifications', owner);
    const types = body.notifications.map(({ type }: { type: string }) => type);
    expect(types.sort()).toEqual(['experience_reported', 'review_received']);
    const review = body.notifications.find(({ type }: { type: string }) => type === 'review_received');
    expect(review.data).toMatchObject({ experience_id: experienceId, rating: 4 });
  });
});

describe('failures of an experience', () => {
  test('are read by its publisher alone', async () => {
    const [owner, stranger] = [await ownerFixture(), await ownerFixture()];
    const { experienceId } = await reported(owner.ownerId);
    const path = `/api/console/experiences/${experienceId}/failures`;
    expect((await send('GET', path)).status).toBe(401);
    expect((await send('GET', path, stranger)).status).toBe(404);
    expect((await send('GET', path, owner)).body).toEqual({ failures: [], versions: [] });
  });
});
