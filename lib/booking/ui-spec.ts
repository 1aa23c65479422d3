import { countTickets, formatPrice, ticketItems, totalPrice } from './prices';
import { STAGE_FACTS } from './stages';
import { type BookingState, type Choice, type Item, STAGES, type StageMeta, type UiSpec } from './types';
import { MAX_SEATS, visibleItems } from './visible-items';

/** Made once: localeCompare with options would make one for each comparison. */
const SEAT_ORDER = new Intl.Collator('en', { numeric: true });

/** `A3, A4`, in the order of the rows. */
export function listSeats(seats: readonly Item[]): string {
  return seats
    .map(({ id }) => id)
    .sort(SEAT_ORDER.compare)
    .join(', ');
}

function listTickets(state: BookingState): string {
  return ticketItems(state)
    .filter(({ id }) => (state.quantities[id] ?? 0) > 0)
    .map(({ id, name }) => `${state.quantities[id]} × ${name}`)
    .join(', ');
}

/** What is chosen so far, in words. */
function listChoices(state: BookingState): Choice[] {
  const { movie, theater, date, time } = state.picked;
  const words: Partial<Record<UiSpec['stage'], unknown>> = {
    movie: movie?.title,
    theater: theater?.name,
    date: date?.label,
    time: time && `${time.time}, ${time.screen}`,
    seat: listSeats(state.seats),
    ticket: listTickets(state),
  };
  return STAGES.flatMap((stage) =>
    words[stage] ? [{ stage, label: STAGE_FACTS[stage].label, value: String(words[stage]) }] : [],
  );
}

/** The lines of the last stage. */
export function summaryItems(state: BookingState): Item[] {
  return [
    ...listChoices(state).map(({ stage, label, value }) => ({ id: stage, label, value })),
    { id: 'total', label: 'Total', value: formatPrice(totalPrice(state)) },
  ];
}

/** Whether the stage has what the next one needs. */
export function isSatisfied(state: BookingState): boolean {
  const { stage, picked, seats } = state;
  if (state.items === null || state.booking) return false;
  if (stage === 'seat') return seats.length > 0;
  if (stage === 'ticket') return countTickets(state) === seats.length;
  return stage === 'confirm' || picked[stage] !== undefined;
}

function describeStage(state: BookingState): string | undefined {
  const { stage, picked, seats, booking } = state;
  if (booking) return `Show ${booking.reference} at the entrance. Enjoy the film.`;
  if (stage === 'theater') return `Cinemas that show ${picked.movie?.title}.`;
  if (stage === 'date') return `${picked.movie?.title} at ${picked.theater?.name}.`;
  if (stage === 'time') return `${picked.date?.label} at ${picked.theater?.name}.`;
  if (stage === 'seat') return `Up to ${MAX_SEATS} seats. ${picked.time?.screen}, ${picked.time?.time}.`;
  if (stage === 'ticket')
    return seats.length === 1 ? 'One ticket for your seat.' : `One ticket for each of your ${seats.length} seats.`;
  if (stage === 'confirm') return 'Nothing is booked before you confirm.';
  return undefined;
}

function metaOf(state: BookingState): StageMeta {
  const { stage, seats, picked } = state;
  const step = STAGES.indexOf(stage);
  const isPriced = step >= STAGES.indexOf('ticket');
  return {
    step: step + 1,
    steps: STAGES.length,
    choices: listChoices(state),
    currency: 'EUR',
    ...(isPriced ? { total: totalPrice(state) } : {}),
    ...(picked.movie ? { poster: String(picked.movie.poster) } : {}),
    ...(stage === 'ticket' ? { ticketsNeeded: seats.length } : {}),
    ...(stage === 'seat' ? { maxSeats: MAX_SEATS } : {}),
    ...(picked.time ? { screen: String(picked.time.screen) } : {}),
  };
}

function choiceOf({ stage, picked, seats, quantities, booking }: BookingState): UiSpec['state'] {
  if (stage === 'seat') return { selectedList: seats.map(({ id }) => id) };
  if (stage === 'ticket') return { quantities };
  if (stage === 'confirm') return booking ? { booking } : {};
  const selected = picked[stage]?.id;
  return selected === undefined ? {} : { selected };
}

/** What the current stage shows; null while its items are not loaded. Specification: decisions.md, Relay and booking. */
export function uiSpecOf(state: BookingState): UiSpec | null {
  const { stage, items, modification, booking } = state;
  if (items === null) return null;
  const { title, valueField, component } = STAGE_FACTS[stage];
  const description = describeStage(state);
  return {
    stage,
    title: booking ? 'Your booking is confirmed' : title,
    ...(description ? { description } : {}),
    items,
    visibleItems: visibleItems(state),
    state: choiceOf(state),
    modification,
    display: { valueField, component },
    meta: metaOf(state),
  };
}
