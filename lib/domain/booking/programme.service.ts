import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { findLastDay, publishProgramme } from './catalogue.repo';
import { FILMS, THEATERS } from './films';
import { addDays, dayOf, PROGRAMME_DAYS, planDay } from './programme';

/** Days that a past showing without a booking is kept. */
const KEPT_DAYS = 2;

interface Published {
  /** The day for which this process has checked the programme. */
  day: string;
  done: Promise<void>;
}

const published = () => once<{ current: Published | null }>('booking.programme', () => ({ current: null }));

/** Publishes the showings from today that are missing: once a day in each process, one query when nothing is missing. */
export async function requireProgramme(): Promise<void> {
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
