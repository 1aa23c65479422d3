import type { Chosen, Item, LoadedStage } from '@/lib/booking';
import { now } from '@/lib/core/clock';
import { findDays, findMovies, findShowings, findSoldSeats, findTheaters } from './catalogue.repo';
import { addDays, dayOf, isWeekend, PROGRAMME_DAYS, SEAT_ROWS, SEATS_A_ROW } from './programme';

const SEATS = SEAT_ROWS.length * SEATS_A_ROW;

/** Rows with more room, and what a seat in them costs more, in euros. */
const PREMIUM_ROWS = ['H', 'J'];
const PREMIUM_SURCHARGE = 2;
const WHEELCHAIR_SPACES = ['K1', 'K10'];

const euros = (cents: number): number => cents / 100;

function offer({ showings, fromCents }: { showings: number; fromCents: number | null }) {
  return { showings, ...(fromCents === null ? {} : { fromPrice: euros(fromCents) }), ...closedUnless(showings > 0) };
}

const closedUnless = (isOpen: boolean) => (isOpen ? {} : { isDisabled: true });

async function loadMovies(): Promise<Item[]> {
  const rows = await findMovies(now());
  return rows.map(({ fromCents, ...movie }) => ({ ...movie, ...offer({ ...movie, fromCents }) }));
}

async function loadTheaters({ movieId }: Chosen): Promise<Item[]> {
  const rows = await findTheaters(movieId ?? '', now());
  return rows.map(({ fromCents, ...theater }) => ({ ...theater, ...offer({ ...theater, fromCents }) }));
}

const weekdayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A day in words: `Mon 23 Nov`. */
export function dayLabel(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

async function loadDates({ movieId, theaterId }: Chosen): Promise<Item[]> {
  const rows = await findDays(movieId ?? '', theaterId ?? '', now());
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const today = dayOf(now());
  return Array.from({ length: PROGRAMME_DAYS }, (_, index) => {
    const id = addDays(today, index);
    return {
      id,
      label: dayLabel(id),
      weekday: weekdayName.format(new Date(`${id}T00:00:00Z`)),
      isWeekend: isWeekend(id),
      ...offer(byDay.get(id) ?? { showings: 0, fromCents: null }),
    };
  });
}

function partOfDay(time: string): string {
  if (time < '12:00') return 'morning';
  return time < '17:00' ? 'afternoon' : time < '22:00' ? 'evening' : 'night';
}

async function loadTimes({ movieId, theaterId, date }: Chosen): Promise<Item[]> {
  const rows = await findShowings(movieId ?? '', theaterId ?? '', date ?? dayOf(now()));
  return rows.map(({ id, time, startsAt, screen, format, language, priceCents, seatsSold }) => {
    const seatsLeft = SEATS - seatsSold;
    const item = { id, time, part: partOfDay(time), screen, format, language, price: euros(priceCents), seatsLeft };
    return { ...item, ...closedUnless(seatsLeft > 0 && startsAt > now()) };
  });
}

function positionOf(row: string): string {
  const index = SEAT_ROWS.indexOf(row);
  return index < 3 ? 'front' : index < 7 ? 'middle' : 'back';
}

function kindOf(row: string, id: string): { kind: string; surcharge: number } {
  if (WHEELCHAIR_SPACES.includes(id)) return { kind: 'wheelchair', surcharge: 0 };
  return PREMIUM_ROWS.includes(row)
    ? { kind: 'premium', surcharge: PREMIUM_SURCHARGE }
    : { kind: 'standard', surcharge: 0 };
}

async function loadSeats({ showingId }: Chosen): Promise<Item[]> {
  const sold = new Set(await findSoldSeats(showingId ?? ''));
  return SEAT_ROWS.flatMap((row) =>
    Array.from({ length: SEATS_A_ROW }, (_, index) => {
      const id = `${row}${index + 1}`;
      const place = { row, number: index + 1, position: positionOf(row), ...kindOf(row, id) };
      return { id, label: id, ...place, ...closedUnless(!sold.has(id)) };
    }),
  );
}

const LOADERS: Record<LoadedStage, (chosen: Chosen) => Promise<Item[]>> = {
  movie: loadMovies,
  theater: loadTheaters,
  date: loadDates,
  time: loadTimes,
  seat: loadSeats,
};

/** The items of a stage, from the catalogue. One query. */
export function loadItems(stage: LoadedStage, chosen: Chosen): Promise<Item[]> {
  return LOADERS[stage](chosen);
}
