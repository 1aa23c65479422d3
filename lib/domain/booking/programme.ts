import { Rng, sha256Hex } from '@/lib/core/rng';
import { FILMS, THEATERS } from './films';

/** Days that can be booked, from today. */
export const PROGRAMME_DAYS = 14;

export const SEAT_ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'];
export const SEATS_A_ROW = 10;

/** Films that a cinema shows, each on a screen of its own. */
const FILMS_A_THEATER = 5;
const SLOTS = ['13:30', '15:45', '18:00', '20:15', '22:30'];
const MORNING = '11:00';

/** A showing as it is stored. */
export interface PlannedShowing {
  id: string;
  movieId: string;
  theaterId: string;
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM */
  time: string;
  screen: string;
  format: string;
  language: string;
  priceCents: number;
  soldBefore: string[];
  /** What the cinema pays; never published. */
  backendData: { rentalShare: number; hallCostCents: number; holdPool: string };
}

/** A day as YYYY-MM-DD; the cinemas keep UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The day `days` after another one. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return dayOf(at);
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

function formatOf(theaterId: string, screen: number, rng: Rng): string {
  if (screen === 1) return theaterId === 't4' ? 'Large screen' : '2D';
  return rng.int(4) === 0 ? '3D' : '2D';
}

function priceOf(time: string, day: string, format: string): number {
  const extra: Record<string, number> = { '3D': 200, 'Large screen': 300 };
  const byTime = time < '16:00' ? -150 : time < '20:00' ? 0 : 150;
  return 950 + byTime + (isWeekend(day) ? 100 : 0) + (extra[format] ?? 0);
}

/** Parties of one to four beside each other, more of them in the evening and in the middle rows. */
function drawSoldSeats(time: string, rng: Rng): string[] {
  const sold = new Set<string>();
  const parties = 4 + rng.int(time >= '18:00' ? 14 : 6);
  for (let party = 0; party < parties; party++) {
    const row =
      SEAT_ROWS[Math.floor((rng.int(SEAT_ROWS.length) + rng.int(SEAT_ROWS.length) + 3) / 2) % SEAT_ROWS.length];
    const first = 1 + rng.int(SEATS_A_ROW);
    const last = Math.min(SEATS_A_ROW, first + rng.int(4));
    for (let number = first; number <= last; number++) sold.add(`${row}${number}`);
  }
  return [...sold].sort();
}

function planScreen(theaterId: string, day: string, screen: number, movieId: string): PlannedShowing[] {
  const rng = new Rng({ seed: sha256Hex(`cinema ${theaterId} ${day} ${screen}`), drawn: 0 });
  const slots = rng.shuffle(SLOTS).slice(0, 3 + rng.int(2));
  const times = [...(isWeekend(day) ? [MORNING] : []), ...slots].sort();
  const film = FILMS.find(({ id }) => id === movieId);
  return times.map((time) => {
    const format = formatOf(theaterId, screen, rng);
    return {
      id: `${theaterId}-${day}-${screen}-${time.replace(':', '')}`,
      movieId,
      theaterId,
      day,
      time,
      screen: `Screen ${screen}`,
      format,
      language: film?.language ?? '',
      priceCents: priceOf(time, day, format),
      soldBefore: drawSoldSeats(time, rng),
      backendData: {
        rentalShare: (45 + rng.int(15)) / 100,
        hallCostCents: 12_000 + rng.int(9_000),
        holdPool: `hold-${rng.hex(6)}`,
      },
    };
  });
}

/**
 * The showings of a day in all cinemas, always the same for the same day, so that two processes that publish it agree.
 * Every cinema has five films and closes one screen a day.
 */
export function planDay(day: string): PlannedShowing[] {
  const dayNumber = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  return THEATERS.flatMap(({ id }, theater) => {
    const closed = (dayNumber + theater) % (FILMS_A_THEATER + 2);
    return Array.from({ length: FILMS_A_THEATER }, (_, index) => index)
      .filter((index) => index !== closed)
      .flatMap((index) => planScreen(id, day, index + 1, FILMS[(theater * 2 + index) % FILMS.length]?.id ?? ''));
  });
}
