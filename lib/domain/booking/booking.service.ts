import {
  applyTool,
  type Booking,
  type BookingState,
  completeBooking,
  loadStage,
  newBooking,
  type RefusalCode,
  returnToSeats,
  returnToTimes,
  SHOWING_BEGUN,
  type ToolCall,
  takenSeats,
  totalPrice,
} from '@/lib/booking';
import { iso, now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { randomHex } from '@/lib/core/random';
import { type BookingRow, findBooking, storeBooking } from './bookings.repo';
import { findSoldSeats } from './catalogue.repo';
import { requireProgramme } from './programme.service';
import { loadItems, wordsOfDay } from './stage-items';

/** The outcome of a tool call. A call that failed may have changed the state: seats that were taken are released. */
export type BookingAnswer =
  | { ok: true; state: BookingState }
  | { ok: false; code: RefusalCode | 'TOOL_EXECUTION_FAILED'; message: string; state: BookingState };

/** A booking at its first stage. Two queries, one when this process has published the programme of today. */
export async function openBooking(): Promise<BookingState> {
  await requireProgramme();
  return load(newBooking());
}

/** Loads the items of the current stage again: for a state that was stored while a stage was loading. */
async function load(state: BookingState): Promise<BookingState> {
  const { stage } = state;
  if (stage === 'ticket' || stage === 'confirm') return state;
  return loadStage(state, await loadItems(stage, state), iso(now()));
}

/**
 * Calls a tool of a booking, loads the stage that follows, and stores the booking at the end. The state is that of the
 * caller, who keeps it and calls the tools of one booking one after the other.
 * Specification: decisions.md, Relay and booking. At most one query; two to book, and two more when seats were taken.
 * @param holder the session: a second booking of the same session is answered with the first one
 * @returns TOOL_EXECUTION_FAILED when seats were taken or the showing has begun; the state is then at that stage again
 */
export async function callBookingTool(of: {
  state: BookingState;
  call: Omit<ToolCall, 'at'>;
  holder: string;
}): Promise<BookingAnswer> {
  const applied = applyTool(of.state, { ...of.call, at: iso(now()) });
  if (!applied.ok) return { ...applied, state: of.state };
  const { state, demand } = applied;
  if (demand === null) return { ok: true, state };
  return demand.kind === 'load' ? { ok: true, state: await load(state) } : book(state, of.holder);
}

async function book(state: BookingState, holder: string): Promise<BookingAnswer> {
  const seats = state.seats.map(({ id }) => id).sort();
  const stored = await store(state, holder, seats);
  if (stored === 'stored' || stored === 'held_already') {
    const row = await findBooking(holder);
    if (!row) throw new Error(`the booking of ${holder} is missing`);
    return { ok: true, state: completeBooking(state, toBooking(row), iso(now())) };
  }
  const sold = new Set(await findSoldSeats(state.picked.time?.id ?? ''));
  const taken = seats.filter((seat) => sold.has(seat));
  const at = iso(now());
  const back = taken.length > 0 ? returnToSeats(state, taken, at) : returnToTimes(state, at);
  const message = taken.length > 0 ? takenSeats(taken) : SHOWING_BEGUN;
  return { ok: false, code: 'TOOL_EXECUTION_FAILED', message, state: await load(back) };
}

/** Two bookings with the same reference are as likely as a repeated draw of one in a billion. */
const MAX_REFERENCES = 3;

async function store(state: BookingState, holder: string, seats: readonly string[]) {
  for (let attempt = 1; ; attempt++) {
    const stored = await storeBooking({
      id: newId(),
      reference: newReference(),
      holder,
      showingId: state.picked.time?.id ?? '',
      seats,
      tickets: state.quantities,
      totalCents: Math.round(totalPrice(state) * 100),
      at: now(),
    });
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
  return { ...row, date: wordsOfDay(day), total: totalCents / 100 };
}
