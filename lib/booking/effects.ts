import { addMessage, announceStage } from './messages';
import { totalCents } from './prices';
import type { Booking, BookingState, BookingStep, Effect, EffectResult, Item, LoadedStage } from './types';
import { listSeats, summaryItems } from './ui-spec';

/** The effect for the items of a stage. */
export function effectToLoad({ picked }: BookingState, stage: LoadedStage): Effect {
  const { movie, theater, date, time } = picked;
  const chosen = {
    movieId: movie?.id ?? null,
    theaterId: theater?.id ?? null,
    date: date?.id ?? null,
    showingId: time?.id ?? null,
  };
  return { kind: 'load', stage, chosen };
}

/** The effect for the booking of what was chosen. */
export function effectToBook(state: BookingState): Effect {
  return {
    kind: 'book',
    showingId: state.picked.time?.id ?? '',
    seats: state.seats.map(({ id }) => id).sort(),
    tickets: state.quantities,
    totalCents: totalCents(state),
  };
}

/**
 * Applies the result of an effect to the state that made it. A refused booking is TOOL_EXECUTION_FAILED and goes back to the
 * seats, or to the times when the showing has begun. @param at ISO 8601
 */
export function completeEffect(state: BookingState, result: EffectResult, at: string): BookingStep {
  switch (result.kind) {
    case 'loaded':
      return { state: loadStage(state, result.items, at), effect: null, fault: null };
    case 'booked':
      return { state: completeBooking(state, result.booking, at), effect: null, fault: null };
    case 'refused':
      return result.taken.length > 0 ? returnToSeats(state, result.taken, at) : returnToTimes(state, at);
  }
}

/** Shows the items of the stage. Choices that are no longer among them, or are disabled, are dropped. */
function loadStage(state: BookingState, items: Item[], at: string): BookingState {
  const { stage } = state;
  const open = new Set(items.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id));
  const loaded: BookingState = { ...state, items };
  if (stage === 'seat') loaded.seats = state.seats.filter(({ id }) => open.has(id));
  else if (stage !== 'ticket' && stage !== 'confirm') {
    const { [stage]: chosen, ...others } = state.picked;
    loaded.picked = chosen !== undefined && open.has(chosen.id) ? state.picked : others;
  }
  return announceStage(loaded, at);
}

/** Shows the stored booking. No tool but postMessage is available after it. */
function completeBooking(state: BookingState, booking: Booking, at: string): BookingState {
  const booked = { ...state, booking, modification: {}, items: summaryItems(state) };
  return announceStage(booked, at, `Booked: ${listSeats(state.seats)}. Reference ${booking.reference}`);
}

function failBack(back: BookingState, stage: LoadedStage, message: string, at: string): BookingStep {
  const state = addMessage({ ...back, stage, items: null, modification: {} }, at, { type: 'system', text: message });
  return { state, effect: effectToLoad(state, stage), fault: { code: 'TOOL_EXECUTION_FAILED', message } };
}

function returnToSeats(state: BookingState, takenSeats: readonly string[], at: string): BookingStep {
  const seats = state.seats.filter(({ id }) => !takenSeats.includes(id));
  return failBack({ ...state, seats }, 'seat', describeTaken(takenSeats), at);
}

function returnToTimes(state: BookingState, at: string): BookingStep {
  const { time: _begun, ...picked } = state.picked;
  const message = 'This showing has begun and can no longer be booked. Choose another time.';
  return failBack({ ...state, picked, seats: [], quantities: {} }, 'time', message, at);
}

function describeTaken(takenSeats: readonly string[]): string {
  const seats = listSeats(takenSeats.map((id) => ({ id })));
  return takenSeats.length === 1
    ? `Seat ${seats} has just been taken. Choose another one.`
    : `Seats ${seats} have just been taken. Choose other ones.`;
}
