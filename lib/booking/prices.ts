import type { BookingState, Item } from './types';

interface TicketType {
  id: string;
  name: string;
  description: string;
  /** Subtracted from the price of the showing, in cents. */
  discountCents: number;
}

const TICKET_TYPES: readonly TicketType[] = [
  { id: 'adult', name: 'Adult', description: 'From 18 years', discountCents: 0 },
  { id: 'student', name: 'Student', description: 'With a student card', discountCents: 200 },
  { id: 'senior', name: 'Senior', description: 'From 65 years', discountCents: 250 },
  { id: 'child', name: 'Child', description: 'Up to 12 years', discountCents: 400 },
];

const toCents = (euros: unknown): number => (typeof euros === 'number' ? Math.round(euros * 100) : 0);

/** The ticket types of the chosen showing with their prices. */
export function ticketItems({ picked }: Pick<BookingState, 'picked'>): Item[] {
  const base = toCents(picked.time?.price);
  return TICKET_TYPES.map(({ id, name, description, discountCents }) => ({
    id,
    name,
    description,
    price: (base - discountCents) / 100,
  }));
}

/** The number of tickets chosen. */
export function countTickets({ quantities }: Pick<BookingState, 'quantities'>): number {
  return Object.values(quantities).reduce((sum, quantity) => sum + quantity, 0);
}

/** What the tickets and the surcharges of the seats cost, in cents. */
export function totalCents(state: Pick<BookingState, 'picked' | 'seats' | 'quantities'>): number {
  const tickets = ticketItems(state).reduce(
    (cents, { id, price }) => cents + toCents(price) * (state.quantities[id] ?? 0),
    0,
  );
  return state.seats.reduce((cents, seat) => cents + toCents(seat.surcharge), tickets);
}

/** `totalCents` in euros. */
export function totalPrice(state: Pick<BookingState, 'picked' | 'seats' | 'quantities'>): number {
  return totalCents(state) / 100;
}

/** `€11.50`. */
export function formatPrice(euros: number): string {
  return `€${euros.toFixed(2)}`;
}
