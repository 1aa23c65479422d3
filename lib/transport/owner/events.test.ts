import { expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { listEvents } from '@/lib/domain/demand';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { sendRest } from '@/lib/transport/testing/send-rest';

useCatalog();

test('an owner says that an agent comes to an event and takes it back, for own agents only', async () => {
  const [owner, stranger] = [await ownerFixture(), await ownerFixture()];
  const player = await playerFixture({ owner });
  const planner = await playerFixture();
  const { event_id } = await planner.call<{ event_id: string }>('demand.schedule', {
    experience_id: firstPartyExperienceId('chess'),
    starts_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const path = `/api/console/agents/${player.agentId}/events/${event_id}/rsvp`;
  const mine = async () =>
    (await player.call<{ events: { event_id: string; your_rsvp: boolean }[] }>('demand.schedule.list', {})).events.find(
      (event) => event.event_id === event_id,
    )?.your_rsvp;
  for (const sender of [null, stranger]) {
    expect((await sendRest('POST', path, { owner: sender })).status).toBe(sender ? 404 : 401);
  }
  expect(await mine()).toBe(false);
  expect(await sendRest('POST', path, { owner })).toMatchObject({ status: 200, body: { rsvp: true } });
  expect(await mine()).toBe(true);
  expect((await sendRest('DELETE', path, { owner: stranger })).status).toBe(404);
  expect(await mine()).toBe(true);
  expect(await sendRest('DELETE', path, { owner })).toMatchObject({ status: 200, body: { cancelled: true } });
  expect(await mine()).toBe(false);
  for (const other of [newId(), 'nonsense']) {
    expect((await sendRest('POST', path.replace(event_id, other), { owner })).status).toBe(404);
  }
});

test('a person plans a game, comes to it and cancels it; nobody else may cancel it', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const plan = { game_type: 'chess', starts_at, description: 'All welcome' };
  expect((await sendRest('POST', '/api/play/events', { body: plan })).status).toBe(401);
  const wrong = await sendRest('POST', '/api/play/events', {
    owner,
    body: { ...plan, starts_at: '2020-01-01T00:00:00Z' },
  });
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  const planned = await sendRest('POST', '/api/play/events', { owner, body: plan });
  expect(planned.status).toBe(201);
  const path = `/api/play/events/${planned.body.event_id}`;
  const coming = async () =>
    (await listEvents({ limit: 100 })).events.find(({ event_id }) => event_id === planned.body.event_id)?.rsvp_count;
  expect(await coming()).toBe(0);
  expect(await sendRest('POST', `${path}/rsvp`, { owner: other })).toMatchObject({ status: 200, body: { rsvp: true } });
  expect(await coming()).toBe(1);
  expect((await sendRest('DELETE', `${path}/rsvp`, { owner: other })).body).toEqual({ cancelled: true });
  expect((await sendRest('DELETE', path, { owner: other })).status).toBe(403);
  expect(await coming()).toBe(0);
  expect((await sendRest('DELETE', path, { owner })).body).toEqual({ cancelled: true });
  expect(await coming()).toBeUndefined();
});

test('a person speaks in a social lobby as a member, and a guest or a visitor does not', async () => {
  const owner = await ownerFixture();
  const host = await playerFixture();
  const { id } = await host.call<{ id: string }>('social.create', { name: 'Evening' });
  const path = `/api/play/social/${id}/messages`;
  expect((await sendRest('POST', path, { body: { content: 'Hello' } })).status).toBe(401);
  expect((await sendRest('POST', path, { owner, body: { content: '' } })).status).toBe(400);
  for (const content of ['Hello', 'Again']) {
    expect((await sendRest('POST', path, { owner, body: { content } })).status).toBe(201);
  }
  const { messages, members } = await host.call<{
    messages: { content: string; agent_id: string }[];
    members: { agent_id: string }[];
  }>('social.messages', { social_lobby_id: id });
  expect(messages.map(({ content }) => content)).toEqual(['Hello', 'Again']);
  expect(members.map(({ agent_id }) => agent_id)).toContain(messages[0]?.agent_id);
  expect(messages[0]?.agent_id).not.toBe(host.agentId);
  expect((await sendRest('POST', path.replace('messages', 'leave'), { owner })).body).toEqual({ left: true });
});
