import {
  applyTool,
  type Booking,
  type BookingState,
  type BookingStep,
  completeEffect,
  type Effect,
  type EffectResult,
  effectToLoad,
  newBooking,
  type ToolCall,
} from '@/lib/booking';
import { iso, now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { randomHex } from '@/lib/core/random';
import { type BookingRow, findBooking, storeBooking } from './bookings.repo';
import { findLastDay, findSoldSeats, publishProgramme } from './catalogue.repo';
import { FILMS, THEATERS } from './films';
import { addDays, dayOf, PROGRAMME_DAYS, planDay } from './programme';
import { dayLabel, loadItems } from './stage-items';

/**
 * A booking at its first stage. One query, two when this process has not yet published the programme of today.
 * @param at ISO 8601
 */
export async function openBooking(at: string = iso(now())): Promise<BookingState> {
  await requireProgramme();
  const empty = newBooking();
  const result = await performEffect(effectToLoad(empty, 'movie'), '');
  return completeEffect(empty, result, at).state;
}

/**
 * Calls a tool of a booking and fulfils what it needs. The state is the caller's, who calls the tools of one booking one
 * after the other. Specification: decisions.md, Relay and booking. At most one query; two to book, and four when seats
 * were taken.
 * @param holder the session: a second booking of the same session is answered with the first one
 */
export async function callBookingTool(of: {
  state: BookingState;
  call: ToolCall;
  holder: string;
}): Promise<Omit<BookingStep, 'effect'>> {
  let step = applyTool(of.state, of.call, iso(now()));
  let { fault } = step;
  while (step.effect) {
    step = completeEffect(step.state, await performEffect(step.effect, of.holder), iso(now()));
    fault ??= step.fault;
  }
  return { state: step.state, fault };
}

/** Loads the items of a stage, or books. Repeated by the same holder, a booking is made once. */
export async function performEffect(effect: Effect, holder: string): Promise<EffectResult> {
  if (effect.kind === 'load') return { kind: 'loaded', items: await loadItems(effect.stage, effect.chosen) };
  const stored = await store(effect, holder);
  if (stored === 'stored' || stored === 'held_already') {
    const row = await findBooking(holder);
    if (!row) throw new Error(`the booking of ${holder} is missing`);
    return { kind: 'booked', booking: toBooking(row) };
  }
  const sold = new Set(await findSoldSeats(effect.showingId));
  return { kind: 'refused', taken: effect.seats.filter((seat) => sold.has(seat)) };
}

/** Draws of a reference; a booking in a billion needs a second one. */
const MAX_REFERENCES = 3;

async function store({ showingId, seats, tickets, totalCents }: Effect & { kind: 'book' }, holder: string) {
  for (let attempt = 1; ; attempt++) {
    const reference = newReference();
    const at = now();
    const booking = { id: newId(), reference, holder, showingId, seats, tickets, totalCents, at };
    const stored = await storeBooking(booking);
    if (stored !== 'reference_taken') return stored;
    if (attempt === MAX_REFERENCES) throw new Error('no free booking reference');
  }
}

/** Letters and digits that are not mistaken for each other. */
const REFERENCE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 6;

function newReference(): string {
  const bytes = Buffer.from(randomHex(REFERENCE_LENGTH), 'hex');
  return [...bytes].map((byte) => REFERENCE_LETTERS[byte % REFERENCE_LETTERS.length]).join('');
}

function toBooking({ totalCents, day, ...row }: BookingRow): Booking {
  return { ...row, date: dayLabel(day), total: totalCents / 100 };
}

/** Days that a past showing without a booking is kept. */
const KEPT_DAYS = 2;

interface Published {
  /** The day for which this process has checked the programme. */
  day: string;
  done: Promise<void>;
}

const published = () => once<{ current: Published | null }>('booking.programme', () => ({ current: null }));

/** Publishes the showings from today that are missing: once a day in each process, one query when nothing is missing. */
async function requireProgramme(): Promise<void> {
  const slot = published();
  const day = dayOf(now());
  if (slot.current?.day !== day) slot.current = { day, done: publishFrom(day) };
  const { current } = slot;
  try {
    await current.done;
  } catch (thrown) {
    if (slot.current === current) slot.current = null;
    throw thrown;
  }
}

async function publishFrom(today: string): Promise<void> {
  const lastDay = await findLastDay();
  const days = Array.from({ length: PROGRAMME_DAYS }, (_, index) => addDays(today, index));
  const missing = days.filter((day) => lastDay === null || day > lastDay);
  if (missing.length === 0) return;
  await publishProgramme({
    films: FILMS,
    theaters: THEATERS,
    showings: missing.flatMap(planDay),
    obsoleteBefore: new Date(`${addDays(today, -KEPT_DAYS)}T00:00:00Z`),
  });
}
