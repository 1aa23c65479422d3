import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { now } from '@/lib/core/clock';
import { agentStream } from '@/lib/core/stream';
import { readEvents, startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type Player, playerFixture } from '@/lib/testing/play';
import { callsOf, isEngaged } from '@/lib/testing/remote-lobby';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { nextEventDue, openDueEvents } from '.';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);
const { multiplayer } = useRemoteExperiences();

const MINUTE_MS = 60_000;

/** An event whose lobby is due now, and its planner. */
async function dueEvent(experienceId: string): Promise<{ planner: Player; eventId: string }> {
  const planner = await playerFixture();
  const startsAt = new Date(now().getTime() + 20 * MINUTE_MS).toISOString();
  const input = { experience_id: experienceId, starts_at: startsAt };
  const { event_id: eventId } = await planner.call<{ event_id: string }>('demand.schedule', input);
  advanceClock(15 * MINUTE_MS);
  return { planner, eventId };
}

const noticesOf = async (player: Player) =>
  (await readEvents({ stream: agentStream(player.agentId), audiences: 'all' })).filter(({ type }) =>
    type.startsWith('event_'),
  );

async function retry(): Promise<void> {
  const due = await nextEventDue();
  advanceClock((due?.getTime() ?? 0) - now().getTime());
  expect(await openDueEvents()).toBe(1);
}

describe('the lobby of an event of a remote experience', () => {
  it('is opened again after a refusal, and the lobby that is announced can be joined', async () => {
    const { fake, experienceId } = await multiplayer({ fails: 'isError', failing: ['lobby.create'] });
    const { planner, eventId } = await dueEvent(experienceId);
    expect(await openDueEvents()).toBe(1);
    expect(await noticesOf(planner)).toEqual([]);
    fake.options.fails = null;
    await retry();
    const [notice, ...others] = await noticesOf(planner);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ type: 'event_lobby_opened', data: { event_id: eventId } });
    const [refused, accepted] = callsOf(fake, 'lobby.create').map(({ game_session_id }) => game_session_id);
    expect(notice?.data).toMatchObject({ game_session_id: accepted });
    expect(refused).not.toBe(accepted);
    await (await playerFixture()).call('lobby.join', { game_session_id: accepted });
    expect(await planner.call('match.state', { game_session_id: accepted })).toMatchObject({ status: 'waiting' });
  });

  it('that is refused until the start cancels the event, with the words of the experience', async () => {
    const { fake, experienceId } = await multiplayer({ fails: 'isError', failing: ['lobby.create'] });
    const { planner, eventId } = await dueEvent(experienceId);
    await openDueEvents();
    advanceClock(5 * MINUTE_MS);
    await openDueEvents();
    expect(await noticesOf(planner)).toMatchObject([
      {
        type: 'event_cancelled',
        data: { event_id: eventId, reason: 'refused', error: { code: 'EXPERIENCE_ERROR' } },
      },
    ]);
    expect(callsOf(fake, 'lobby.create')).toHaveLength(2);
  });

  it('is cancelled when the planner cancels the event while the lobby opens, and its host is free', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { fake, experienceId } = await multiplayer({
      says: {
        'lobby.create': async () => {
          await released;
          return { ok: true };
        },
      },
    });
    const { planner, eventId } = await dueEvent(experienceId);
    const opening = openDueEvents();
    await vi.waitFor(() => expect(callsOf(fake, 'lobby.create')).toHaveLength(1));
    await planner.call('demand.cancel', { event_id: eventId });
    release();
    await opening;
    expect(await noticesOf(planner)).toMatchObject([{ type: 'event_cancelled', data: { event_id: eventId } }]);
    const [created] = callsOf(fake, 'lobby.create');
    const state = await planner.call('match.state', { game_session_id: created?.game_session_id });
    expect(state).toMatchObject({ status: 'cancelled' });
    expect(await isEngaged(planner)).toBe(false);
    expect(callsOf(fake, 'lobby.leave')).toMatchObject([{ reason: 'event_cancelled' }]);
  });
});
