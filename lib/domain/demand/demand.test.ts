import { describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { agentStream } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { deleteRowsOfAgent } from '@/lib/data/deletions';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { listCalendarEvents, nextEventDue, openDueEvents } from '.';

useCatalog();
useClock();

const CHESS = firstPartyExperienceId('chess');
const BLACKJACK = firstPartyExperienceId('blackjack');
const SLOTS = firstPartyExperienceId('slots');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Event {
  event_id: string;
  status: string;
  rsvp_count: number;
  your_rsvp: boolean;
  game_session_id: string | null;
}

const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();

const schedule = (player: Player, ms: number, more: Record<string, unknown> = {}): Promise<Event> =>
  player.call<Event>('demand.schedule', { experience_id: TIC_TAC_TOE, starts_at: inMs(ms), ...more });

const upcoming = async (player: Player, input: Record<string, unknown> = {}): Promise<Event[]> =>
  (await player.call<{ events: Event[] }>('demand.schedule.list', input)).events;

const findUpcoming = async (player: Player, id: string) =>
  (await upcoming(player)).find(({ event_id }) => event_id === id);

const noticesOf = async (player: Player) =>
  (await readEvents({ stream: agentStream(player.agentId), audiences: 'all' })).filter(({ type }) =>
    type.startsWith('event_'),
  );

describe('an event', () => {
  it('is scheduled 15 minutes to 30 days ahead, for a listed multiplayer experience', async () => {
    const player = await playerFixture();
    const startsAt = inMs(HOUR_MS);
    const offset = `${startsAt.slice(0, -1)}+00:00`;
    const event = await player.call('demand.schedule', {
      experience_id: CHESS,
      starts_at: offset,
      description: 'Round one',
    });
    expect(event).toMatchObject({
      event_id: expect.any(String),
      experience_id: CHESS,
      experience_name: 'Chess',
      starts_at: startsAt,
      description: 'Round one',
      rsvp_count: 0,
      status: 'scheduled',
      game_session_id: null,
    });
    expect(await upcoming(player, { experience_id: CHESS })).toEqual([{ ...event, your_rsvp: false }]);
    expect(await upcoming(player, { experience_id: newId() })).toEqual([]);
    for (const ms of [14 * MINUTE_MS, 30 * 24 * HOUR_MS + MINUTE_MS, -HOUR_MS]) {
      expect(await player.callError('demand.schedule', { experience_id: CHESS, starts_at: inMs(ms) })).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: ['starts_at'] }] },
      });
    }
    const refusal = (more: Record<string, unknown>) =>
      player.callError('demand.schedule', { experience_id: CHESS, starts_at: startsAt, ...more });
    expect(await refusal({ starts_at: 'tomorrow' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await refusal({ experience_id: newId() })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal({ experience_id: SLOTS })).toMatchObject({ code: 'EXPERIENCE_ERROR' });
  });

  it('counts against a quota that racing calls cannot pass, and once for one idempotency key', async () => {
    const player = await playerFixture();
    const input = { experience_id: CHESS, starts_at: inMs(3 * HOUR_MS) };
    const keyed = await Promise.all(Array.from({ length: 10 }, () => player.call('demand.schedule', input, 'one')));
    expect(new Set(keyed.map(({ event_id }) => event_id)).size).toBe(1);
    const racing = await Promise.allSettled(Array.from({ length: 24 }, () => player.call('demand.schedule', input)));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
    expect(await player.callError('demand.schedule', input)).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    await pool().query('DELETE FROM scheduled_events WHERE created_by_agent_id = $1', [player.agentId]);
  });

  it('counts each agent once, siblings apart, and forgets one that takes its RSVP back', async () => {
    const owner = await ownerFixture();
    const [planner, guest, sibling] = [
      await playerFixture(),
      await playerFixture({ owner }),
      await playerFixture({ owner }),
    ];
    const { event_id } = await schedule(planner, HOUR_MS);
    await Promise.all(Array.from({ length: 5 }, () => guest.call('demand.rsvp', { event_id })));
    expect(await findUpcoming(guest, event_id)).toMatchObject({ rsvp_count: 1, your_rsvp: true });
    expect(await findUpcoming(sibling, event_id)).toMatchObject({ rsvp_count: 1, your_rsvp: false });
    expect(await sibling.call('demand.unrsvp', { event_id })).toEqual({ cancelled: true });
    expect(await findUpcoming(guest, event_id)).toMatchObject({ rsvp_count: 1 });
    expect(await guest.call('demand.unrsvp', { event_id })).toEqual({ cancelled: true });
    expect(await findUpcoming(guest, event_id)).toMatchObject({ rsvp_count: 0, your_rsvp: false });
    for (const tool of ['demand.rsvp', 'demand.unrsvp']) {
      expect(await guest.callError(tool, { event_id: newId() })).toMatchObject({ code: 'NOT_FOUND' });
    }
    advanceClock(HOUR_MS);
    expect(await guest.callError('demand.rsvp', { event_id })).toMatchObject({ code: 'INVALID_STATE' });
    expect(await findUpcoming(guest, event_id)).toBeUndefined();
  });

  it('stays in the calendar for a week, also when it is cancelled', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, HOUR_MS);
    const inCalendar = async () => (await listCalendarEvents()).find((event) => event.event_id === event_id);
    expect(await inCalendar()).toMatchObject({ status: 'scheduled' });
    await deleteRowsOfAgent(pool(), planner.agentId);
    expect(await findUpcoming(planner, event_id)).toBeUndefined();
    expect(await inCalendar()).toMatchObject({ status: 'cancelled', game_session_id: null });
    advanceClock(7 * 24 * HOUR_MS);
    expect(await inCalendar()).toMatchObject({ status: 'cancelled' });
    advanceClock(HOUR_MS);
    expect(await inCalendar()).toBeUndefined();
  });
});

describe('the lobby of an event', () => {
  it('opens once, five minutes before, whatever number of processes tries, and all involved are notified', async () => {
    await pool().query('DELETE FROM scheduled_events');
    const [planner, guest] = [await playerFixture(), await playerFixture()];
    const { event_id } = await schedule(planner, 20 * MINUTE_MS);
    await guest.call('demand.rsvp', { event_id });
    expect((await nextEventDue())?.getTime()).toBeCloseTo(now().getTime() + 15 * MINUTE_MS, -4);
    advanceClock(15 * MINUTE_MS - 1_000);
    expect(await openDueEvents()).toBe(0);
    advanceClock(1_000);
    const opened = await Promise.all([openDueEvents(), openDueEvents(), openDueEvents()]);
    expect(opened.sort()).toEqual([0, 0, 1]);
    const event = await findUpcoming(guest, event_id);
    expect(event).toMatchObject({ status: 'open', game_session_id: expect.any(String) });
    const game_session_id = event?.game_session_id;
    for (const player of [planner, guest]) {
      expect(await noticesOf(player)).toMatchObject([
        { type: 'event_lobby_opened', data: { event_id, game_session_id } },
      ]);
    }
    await guest.call('lobby.join', { game_session_id });
    const state = await planner.call('match.state', { game_session_id });
    expect(state).toMatchObject({ status: 'waiting', players: [{ role: 'host' }, { role: 'player' }] });
    await planner.call('lobby.leave', { game_session_id });
    expect(await openDueEvents()).toBe(0);
    expect(await nextEventDue()).toBeNull();
  });

  it('is opened by another process when the first one dies before or after it created the lobby', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, 20 * MINUTE_MS);
    advanceClock(15 * MINUTE_MS);
    await openDueEvents();
    await pool().query("UPDATE scheduled_events SET status = 'scheduled', open_at = $2 WHERE id = $1", [
      event_id,
      new Date(now().getTime() + 30_000),
    ]);
    expect(await openDueEvents()).toBe(0);
    advanceClock(30_000);
    expect(await openDueEvents()).toBe(1);
    expect(await findUpcoming(planner, event_id)).toMatchObject({ status: 'open' });
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM lobbies WHERE host_agent_id = $1', [
      planner.agentId,
    ]);
    expect(rows[0].n).toBe(1);
  });

  it('is hosted by the first free agent that comes when the planner is busy', async () => {
    const [planner, busy, free] = [await playerFixture(), await playerFixture(), await playerFixture()];
    const { event_id } = await schedule(planner, 20 * MINUTE_MS);
    for (const guest of [busy, free]) await guest.call('demand.rsvp', { event_id });
    for (const player of [planner, busy]) await player.call('session.create', { experience_id: SLOTS });
    advanceClock(15 * MINUTE_MS);
    await openDueEvents();
    const event = await findUpcoming(free, event_id);
    const { rows } = await pool().query('SELECT host_agent_id FROM lobbies WHERE id = $1', [event?.game_session_id]);
    expect(rows).toEqual([{ host_agent_id: free.agentId }]);
  });

  it('is tried until the start, and then the event is cancelled with a notice', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, 20 * MINUTE_MS);
    await planner.call('session.create', { experience_id: SLOTS });
    advanceClock(15 * MINUTE_MS);
    expect(await openDueEvents()).toBe(1);
    expect(await findUpcoming(planner, event_id)).toMatchObject({ status: 'scheduled' });
    advanceClock(5 * MINUTE_MS);
    await openDueEvents();
    expect(await noticesOf(planner)).toMatchObject([{ type: 'event_cancelled', data: { reason: 'no_host' } }]);
    expect(await planner.callError('demand.rsvp', { event_id })).toMatchObject({ code: 'INVALID_STATE' });
  });
});

it('what seeks players is listed by urgency', async () => {
  await pool().query('DELETE FROM scheduled_events');
  const [host, planner] = [await playerFixture(), await playerFixture()];
  await (await playerFixture()).call('lobby.create', { experience_id: BLACKJACK });
  const { game_session_id } = await host.call('lobby.create', { experience_id: CHESS });
  const soon = await schedule(planner, 50 * MINUTE_MS);
  const today = await schedule(planner, 5 * HOUR_MS);
  const later = await schedule(planner, 25 * HOUR_MS);
  const { demand } = await planner.call<{ demand: { type: string; urgency: string; details: Event }[] }>('demand.list');
  const idOf = ({ details }: (typeof demand)[number]) => details.event_id ?? details.game_session_id;
  const urgencies = new Map(demand.map((entry) => [idOf(entry), entry.urgency]));
  expect(urgencies.get(game_session_id as string)).toBe('high');
  expect([soon, today, later].map(({ event_id }) => urgencies.get(event_id))).toEqual(['high', 'normal', 'low']);
  expect(demand.map(({ urgency }) => urgency)).toEqual(
    [...demand].map(({ urgency }) => urgency).sort((one, other) => order(one) - order(other)),
  );
  const chess = demand.find((entry) => idOf(entry) === game_session_id);
  expect(chess).toMatchObject({
    type: 'lobby',
    experience_id: CHESS,
    experience_name: 'Chess',
    details: { current_players: 1, missing_players: 1, max_players: 2 },
  });
});

const order = (urgency: string) => ['high', 'normal', 'low'].indexOf(urgency);

describe('an event that its planner cancels', () => {
  it('is announced to all that come, and can only be cancelled by its planner', async () => {
    const [planner, guest] = [await playerFixture(), await playerFixture()];
    const { event_id } = await schedule(planner, HOUR_MS);
    await guest.call('demand.rsvp', { event_id });
    expect((await planner.callError('demand.unrsvp', { event_id })).details?.next).toContain('demand.cancel');
    expect((await guest.callError('demand.cancel', { event_id })).code).toBe('NOT_OWNER');
    for (let call = 0; call < 2; call++) await planner.call('demand.cancel', { event_id });
    expect(await noticesOf(guest)).toMatchObject([
      { type: 'event_cancelled', data: { event_id, reason: 'cancelled_by_planner' } },
    ]);
    expect(await findUpcoming(guest, event_id)).toBeUndefined();
  });

  it('is not cancelled once its lobby is open', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, HOUR_MS);
    advanceClock(HOUR_MS - 4 * MINUTE_MS);
    await openDueEvents();
    expect(await planner.callError('demand.cancel', { event_id })).toMatchObject({
      code: 'INVALID_STATE',
      details: { game_session_id: expect.any(String) },
    });
  });
});

describe('the config of an event', () => {
  it('is checked when it is scheduled and reaches its lobby', async () => {
    const planner = await playerFixture();
    expect(
      await planner.callError('demand.schedule', {
        experience_id: TIC_TAC_TOE,
        starts_at: inMs(HOUR_MS),
        config: { move_time_s: 0 },
      }),
    ).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: ['config', 'move_time_s'] }] } });
    const { event_id } = await schedule(planner, HOUR_MS, { config: { move_time_s: 30 } });
    advanceClock(HOUR_MS - 4 * MINUTE_MS);
    await openDueEvents();
    const event = await findUpcoming(planner, event_id);
    const { rows } = await pool().query('SELECT config FROM lobbies WHERE id = $1', [event?.game_session_id]);
    expect(rows).toEqual([{ config: { move_time_s: 30 } }]);
  });

  it('that its experience refuses at last is named with the cancellation', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, HOUR_MS);
    await pool().query(`UPDATE scheduled_events SET config = '{"move_time_s": 0}' WHERE id = $1`, [event_id]);
    advanceClock(HOUR_MS);
    await openDueEvents();
    expect(await noticesOf(planner)).toMatchObject([
      { type: 'event_cancelled', data: { reason: 'refused', error: { code: 'VALIDATION_ERROR' } } },
    ]);
  });
});

describe('what seeks players', () => {
  it('is listed for one experience alone', async () => {
    const planner = await playerFixture();
    const { event_id } = await schedule(planner, 20 * MINUTE_MS);
    await schedule(planner, 20 * MINUTE_MS, { experience_id: CHESS });
    const { demand } = await planner.call<{ demand: { experience_id: string; details: { event_id?: string } }[] }>(
      'demand.list',
      { experience_id: TIC_TAC_TOE },
    );
    expect(new Set(demand.map(({ experience_id }) => experience_id))).toEqual(new Set([TIC_TAC_TOE]));
    expect(demand.map(({ details }) => details.event_id)).toContain(event_id);
  });
});
