import { expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
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
