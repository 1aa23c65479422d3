import { beforeEach, describe, expect, it } from 'vitest';
import { type BookingState, snapshotOf } from '@/lib/booking';

import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { callBookingTool, openBooking } from './booking.service';
import { storeBooking } from './bookings.repo';
import { addDays, dayOf, planDay } from './programme';

useDatabase();
useClock();
beforeEach(() => resetOnce('booking.programme'));

const DAY_MS = 86_400_000;

const specOf = (state: BookingState) => snapshotOf(state).uiSpec;

function call(state: BookingState, toolName: string, params: unknown = {}, holder = newId()) {
  return callBookingTool({ state, holder, call: { toolName, params, reason: 'for the test', by: 'agent' } });
}

async function play(state: BookingState, ...calls: [string, unknown?][]): Promise<BookingState> {
  let current = state;
  for (const [tool, params] of calls) {
    const answer = await call(current, tool, params);
    if (answer.fault) throw new Error(`${tool}: ${answer.fault.message}`);
    current = answer.state;
  }
  return current;
}

const openIds = (state: BookingState) =>
  (specOf(state)?.visibleItems ?? []).filter(({ isDisabled }) => !isDisabled).map(({ id }) => id);

/** A booking at the seats of the last showing of the last day that the first film is shown at its first cinema. */
async function atSeats(): Promise<BookingState> {
  let state = await openBooking();
  for (const pick of [0, 0, -1, -1]) {
    state = await play(state, ['select', { itemId: openIds(state).at(pick) }], ['next']);
  }
  return state;
}

async function atConfirm(from: BookingState, seats: readonly string[]): Promise<BookingState> {
  const selects = seats.map((itemId): [string, unknown] => ['select', { itemId }]);
  return play(from, ...selects, ['next'], ['setQuantity', { typeId: 'adult', quantity: seats.length }], ['next']);
}

async function count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
  const { rows } = await pool().query(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`, values);
  return rows[0].n;
}

describe('the programme', () => {
  it('has eight films in four cinemas for fourteen days from today, published once by racing processes', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => {
        resetOnce('booking.programme');
        return openBooking();
      }),
    );
    expect([await count('cinema_movies'), await count('cinema_theaters')]).toEqual([8, 4]);
    const today = dayOf(now());
    const planned = Array.from({ length: 14 }, (_, index) => planDay(addDays(today, index)).length);
    expect(await count('cinema_showings')).toBe(planned.reduce((sum, one) => sum + one));
    const state = await openBooking();
    expect(openIds(state)).toHaveLength(8);
  });

  it('follows the calendar: a new day is added, and past showings without a booking are deleted', async () => {
    await openBooking();
    const before = await count('cinema_showings');
    const first = dayOf(now());
    advanceClock(3 * DAY_MS);
    await openBooking();
    expect(await count('cinema_showings', 'day = $1', [first])).toBe(0);
    expect(await count('cinema_showings', 'day = $1', [addDays(first, 16)])).toBe(planDay(addDays(first, 16)).length);
    expect(await count('cinema_showings')).toBeGreaterThan(before);
  });

  it('shows the days without showings, showings that have begun and sold seats as disabled', async () => {
    const dates = await play(
      await openBooking(),
      ['select', { itemId: 'm1' }],
      ['next'],
      ['select', { itemId: 't1' }],
      ['next'],
    );
    expect(dates.items).toHaveLength(14);
    expect(dates.items?.some(({ isDisabled, showings }) => isDisabled && showings === 0)).toBe(true);
    const seats = await atSeats();
    expect(seats.items).toHaveLength(100);
    expect(openIds(seats).length).toBeLessThan(100);
    expect(openIds(seats).length).toBeGreaterThan(40);
  });
});

describe('a booking', () => {
  it('takes its seats, and is shown with its reference', async () => {
    const seats = await atSeats();
    const [one = '', two = ''] = openIds(seats);
    const confirm = await atConfirm(seats, [two, one]);
    const answer = await call(confirm, 'next');
    expect(answer.fault).toBeNull();
    const { booking } = specOf(answer.state)?.state ?? {};
    expect(booking).toMatchObject({ movie: seats.picked.movie?.title, seats: [one, two].sort() });
    expect(booking?.reference).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(
      await count('cinema_booking_seats', 'showing_id = $1 AND seat = ANY ($2)', [seats.picked.time?.id, [one, two]]),
    ).toBe(2);
    const { rows } = await pool().query('SELECT total_cents, rental_cents FROM cinema_bookings WHERE reference = $1', [
      booking?.reference,
    ]);
    expect(rows[0].total_cents).toBe(Math.round((booking?.total ?? 0) * 100));
    expect(rows[0].rental_cents).toBeGreaterThan(0);
    expect(openIds(await play(await atSeats()))).not.toContain(one);
  });

  it('goes to one of sixteen agents racing for a seat; the others get its number and choose another', async () => {
    const seats = await atSeats();
    const [wanted = '', free = ''] = openIds(seats).slice(-2);
    const racers = await Promise.all(Array.from({ length: 16 }, () => atConfirm(seats, [wanted])));
    const answers = await Promise.all(racers.map((state) => call(state, 'next')));
    expect(answers.filter(({ fault }) => fault === null)).toHaveLength(1);
    const losers = answers.filter(({ fault }) => fault !== null);
    for (const loser of losers) {
      expect(loser).toMatchObject({
        fault: {
          code: 'TOOL_EXECUTION_FAILED',
          message: `Seat ${wanted} has just been taken. Choose another one.`,
        },
        state: { stage: 'seat', seats: [] },
      });
      expect(openIds(loser.state)).not.toContain(wanted);
    }
    const again = await atConfirm(losers[0]?.state as BookingState, [free]);
    expect((await call(again, 'next')).fault).toBeNull();
    expect(await count('cinema_booking_seats', 'showing_id = $1 AND seat = $2', [seats.picked.time?.id, wanted])).toBe(
      1,
    );
  });

  it('takes all of its seats or none, and names those that were taken', async () => {
    const seats = await atSeats();
    const [one = '', two = '', three = ''] = openIds(seats);
    const [first, second] = [await atConfirm(seats, [one, two]), await atConfirm(seats, [three, two])];
    expect((await call(first, 'next')).fault).toBeNull();
    const refused = await call(second, 'next');
    expect(refused).toMatchObject({ fault: { message: `Seat ${two} has just been taken. Choose another one.` } });
    expect(specOf(refused.state)?.state.selectedList).toEqual([three]);
    expect(openIds(refused.state)).toContain(three);
  });

  it('is made once for a session, whatever is repeated', async () => {
    const holder = newId();
    const seats = await atSeats();
    const confirm = await atConfirm(seats, openIds(seats).slice(0, 1));
    const answers = await Promise.all([1, 2, 3].map(() => call(confirm, 'next', {}, holder)));
    const references = answers.map(({ state }) => specOf(state)?.state.booking?.reference);
    expect(answers.every(({ fault }) => fault === null)).toBe(true);
    expect(new Set(references).size).toBe(1);
    expect(await count('cinema_bookings', 'holder = $1', [holder])).toBe(1);
  });

  it('is refused once the showing has begun, and goes on with the other times', async () => {
    const seats = await atSeats();
    const confirm = await atConfirm(seats, openIds(seats).slice(0, 1));
    advanceClock(15 * DAY_MS);
    expect(await call(confirm, 'next')).toMatchObject({
      fault: {
        code: 'TOOL_EXECUTION_FAILED',
        message: 'This showing has begun and can no longer be booked. Choose another time.',
      },
      state: { stage: 'time', seats: [] },
    });
  });

  it('of a seat that was sold before is refused by the statement', async () => {
    const seats = await atSeats();
    const { rows } = await pool().query('SELECT sold_before[1] AS seat FROM cinema_showings WHERE id = $1', [
      seats.picked.time?.id,
    ]);
    const stored = await storeBooking({
      id: newId(),
      reference: 'TESTED',
      holder: newId(),
      showingId: seats.picked.time?.id ?? '',
      seats: [rows[0].seat],
      tickets: { adult: 1 },
      totalCents: 950,
      at: now(),
    });
    expect(stored).toBe('unavailable');
    expect(await count('cinema_bookings', `reference = 'TESTED'`)).toBe(0);
  });
});

describe('backendData', () => {
  it('is in no state on the way to a booking', async () => {
    await openBooking();
    await pool().query(`UPDATE cinema_showings SET backend_data = backend_data || '{"canary": "CANARY-4711"}'`);
    const seats = await atSeats();
    const confirm = await atConfirm(seats, openIds(seats).slice(0, 1));
    const { state } = await call(confirm, 'next');
    const read = JSON.stringify([seats, confirm, state]);
    expect(read).not.toContain('CANARY-4711');
    expect(read).not.toMatch(/rental|hallCost|holdPool|backend/i);
  });
});
