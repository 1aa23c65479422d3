import { toJsonb } from '@/lib/core/json';
import { sql, transaction } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';
import type { Film, Theater } from './films';
import type { PlannedShowing } from './programme';

export type MovieRow = Fields<
  'CinemaMovie',
  'id' | 'title' | 'genres' | 'minutes' | 'age' | 'score' | 'language' | 'synopsis' | 'poster'
> &
  Offer;

export type TheaterRow = Fields<'CinemaTheater', 'id' | 'name' | 'district' | 'distanceKm' | 'features'> & Offer;

/** Showings that can be booked, and the lowest price of them; null without any. */
interface Offer {
  showings: number;
  fromCents: number | null;
}

export type DayRow = Offer & { day: string };

export type ShowingRow = Fields<
  'CinemaShowing',
  'id' | 'time' | 'startsAt' | 'screen' | 'format' | 'language' | 'priceCents'
> & {
  seatsSold: number;
};

/** The last day whose showings are stored, YYYY-MM-DD; null without any. One index entry is read. */
export async function findLastDay(): Promise<string | null> {
  const rows = await sql<{ day: string | null }>(
    'booking.last_day',
    `SELECT to_char(max(starts_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM cinema_showings`,
    [],
  );
  return rows[0]?.day ?? null;
}

/**
 * Stores films, cinemas and showings; those that are stored already stay as they are. Showings that began before
 * `obsoleteBefore` and have no booking are deleted.
 */
export async function publishProgramme(of: {
  films: readonly Film[];
  theaters: readonly Theater[];
  showings: readonly PlannedShowing[];
  obsoleteBefore: Date;
}): Promise<void> {
  const ranked = <T extends object>(list: readonly T[]) => toJsonb(list.map((one, rank) => ({ ...one, rank })));
  await transaction(async (client) => {
    await client.query(
      `INSERT INTO cinema_movies (id, rank, title, genres, minutes, age, score, language, synopsis, poster)
       SELECT id, rank, title, ARRAY(SELECT jsonb_array_elements_text(genres)), minutes, age, score, language, synopsis, poster
       FROM jsonb_to_recordset($1::jsonb) AS f (id text, rank int, title text, genres jsonb, minutes int, age int,
         score float8, language text, synopsis text, poster text)
       ORDER BY id ON CONFLICT (id) DO NOTHING`,
      [ranked(of.films)],
    );
    await client.query(
      `INSERT INTO cinema_theaters (id, rank, name, district, distance_km, features)
       SELECT id, rank, name, district, "distanceKm", ARRAY(SELECT jsonb_array_elements_text(features))
       FROM jsonb_to_recordset($1::jsonb) AS t (id text, rank int, name text, district text, "distanceKm" float8,
         features jsonb)
       ORDER BY id ON CONFLICT (id) DO NOTHING`,
      [ranked(of.theaters)],
    );
    await client.query(
      `INSERT INTO cinema_showings (id, movie_id, theater_id, day, time, starts_at, screen, format, language,
         price_cents, sold_before, backend_data)
       SELECT id, "movieId", "theaterId", day, time, (day + time::time) AT TIME ZONE 'UTC', screen, format, language,
         "priceCents", ARRAY(SELECT jsonb_array_elements_text("soldBefore")), "backendData"
       FROM jsonb_to_recordset($1::jsonb) AS s (id text, "movieId" text, "theaterId" text, day date, time text,
         screen text, format text, language text, "priceCents" int, "soldBefore" jsonb, "backendData" jsonb)
       ORDER BY id ON CONFLICT (id) DO NOTHING`,
      [toJsonb(of.showings)],
    );
    await client.query(
      `DELETE FROM cinema_showings s WHERE starts_at < $1
         AND NOT EXISTS (SELECT 1 FROM cinema_bookings b WHERE b.showing_id = s.id)`,
      [of.obsoleteBefore],
    );
  });
}

/** Showings that have not begun. */
const OFFER = `count(s.id)::int AS showings, min(s.price_cents) AS "fromCents"`;

export function findMovies(at: Date): Promise<MovieRow[]> {
  return sql<MovieRow>(
    'booking.movies',
    `SELECT m.id, m.title, m.genres, m.minutes, m.age, m.score, m.language, m.synopsis, m.poster, ${OFFER}
     FROM cinema_movies m LEFT JOIN cinema_showings s ON s.movie_id = m.id AND s.starts_at > $1
     GROUP BY m.id ORDER BY m.rank`,
    [at],
  );
}

export function findTheaters(movieId: string, at: Date): Promise<TheaterRow[]> {
  return sql<TheaterRow>(
    'booking.theaters',
    `SELECT t.id, t.name, t.district, t.distance_km AS "distanceKm", t.features, ${OFFER}
     FROM cinema_theaters t
     LEFT JOIN cinema_showings s ON s.theater_id = t.id AND s.movie_id = $1 AND s.starts_at > $2
     GROUP BY t.id ORDER BY t.rank`,
    [movieId, at],
  );
}

/** The days with showings, in order. */
export function findDays(movieId: string, theaterId: string, at: Date): Promise<DayRow[]> {
  return sql<DayRow>(
    'booking.days',
    `SELECT to_char(s.day, 'YYYY-MM-DD') AS day, ${OFFER} FROM cinema_showings s
     WHERE s.movie_id = $1 AND s.theater_id = $2 AND s.starts_at > $3 GROUP BY s.day ORDER BY s.day`,
    [movieId, theaterId, at],
  );
}

const SHOWING = `s.id, s.time, s.starts_at AS "startsAt", s.screen, s.format, s.language, s.price_cents AS "priceCents",
  cardinality(s.sold_before) + (SELECT count(*)::int FROM cinema_booking_seats b WHERE b.showing_id = s.id) AS "seatsSold"`;

/** The showings of a day in order, those that have begun too. */
export function findShowings(movieId: string, theaterId: string, day: string): Promise<ShowingRow[]> {
  return sql<ShowingRow>(
    'booking.showings',
    `SELECT ${SHOWING} FROM cinema_showings s
     WHERE s.movie_id = $1 AND s.theater_id = $2
       AND s.starts_at >= $3::date AT TIME ZONE 'UTC' AND s.starts_at < ($3::date + 1) AT TIME ZONE 'UTC'
     ORDER BY s.starts_at, s.id`,
    [movieId, theaterId, day],
  );
}

/** The seats of a showing that are sold. */
export async function findSoldSeats(showingId: string): Promise<string[]> {
  const rows = await sql<{ seat: string }>(
    'booking.sold_seats',
    `SELECT unnest(sold_before) AS seat FROM cinema_showings WHERE id = $1
     UNION ALL SELECT seat FROM cinema_booking_seats WHERE showing_id = $1`,
    [showingId],
  );
  return rows.map(({ seat }) => seat);
}
