import { toJsonb } from '@/lib/core/json';
import { isUniqueViolation, sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

/** A booking to be stored. */
export interface NewBooking {
  id: string;
  reference: string;
  /** The session that books. */
  holder: string;
  showingId: string;
  seats: readonly string[];
  tickets: Readonly<Record<string, number>>;
  totalCents: number;
  at: Date;
}

export type BookingRow = Fields<'CinemaBooking', 'reference' | 'totalCents'> & {
  movie: string;
  theater: string;
  day: string;
  time: string;
  screen: string;
  seats: string[];
};

/** What storing came to: `unavailable` when the showing has begun, is unknown, or a seat was sold before. */
export type StoredBooking = 'stored' | 'unavailable' | 'seat_taken' | 'held_already' | 'reference_taken';

const CONFLICTS: Record<string, StoredBooking> = {
  cinema_booking_seats_pkey: 'seat_taken',
  cinema_bookings_holder_key: 'held_already',
  cinema_bookings_reference_key: 'reference_taken',
};

/**
 * Stores a booking and takes its seats in one statement: all of them or none. The key of the seats decides races; seats
 * are inserted in order, so that two bookings of the same seats do not wait for each other in a circle.
 */
export async function storeBooking(booking: NewBooking): Promise<StoredBooking> {
  try {
    const rows = await sql(
      'booking.store',
      `WITH showing AS (
         SELECT id, (backend_data->>'rentalShare')::float8 AS share FROM cinema_showings
         WHERE id = $4 AND starts_at > $8 AND NOT sold_before && $5::text[]),
       booking AS (
         INSERT INTO cinema_bookings (id, reference, holder, showing_id, tickets, total_cents, rental_cents, created_at)
         SELECT $1, $2, $3, id, $6::jsonb, $7::int, round($7::int * share)::int, $8 FROM showing RETURNING id, showing_id)
       INSERT INTO cinema_booking_seats (showing_id, seat, booking_id)
       SELECT showing_id, seat, booking.id FROM booking, unnest($5::text[]) AS seat ORDER BY seat RETURNING 1`,
      [
        booking.id,
        booking.reference,
        booking.holder,
        booking.showingId,
        booking.seats,
        toJsonb(booking.tickets),
        booking.totalCents,
        booking.at,
      ],
    );
    return rows.length > 0 ? 'stored' : 'unavailable';
  } catch (thrown) {
    const conflict = isUniqueViolation(thrown) ? CONFLICTS[constraintOf(thrown)] : undefined;
    if (conflict) return conflict;
    throw thrown;
  }
}

function constraintOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'constraint' in thrown ? String(thrown.constraint) : '';
}

/** The booking of a session, or null. */
export async function findBooking(holder: string): Promise<BookingRow | null> {
  const rows = await sql<BookingRow>(
    'booking.find',
    `SELECT b.reference, b.total_cents AS "totalCents", m.title AS movie, t.name AS theater,
       to_char(s.day, 'YYYY-MM-DD') AS day, s.time, s.screen,
       ARRAY(SELECT seat FROM cinema_booking_seats x WHERE x.booking_id = b.id ORDER BY seat) AS seats
     FROM cinema_bookings b JOIN cinema_showings s ON s.id = b.showing_id
     JOIN cinema_movies m ON m.id = s.movie_id JOIN cinema_theaters t ON t.id = s.theater_id
     WHERE b.holder = $1`,
    [holder],
  );
  return rows[0] ?? null;
}
