import { addMessage, announceStage } from './messages';
import { toolSchemaOf } from './tools';
import type { Booking, BookingState, Item, Message, ToolEntry, UiSpec } from './types';
import { listSeats, summaryItems, uiSpecOf } from './ui-spec';

/** A booking before its first stage is loaded. */
export function newBooking(): BookingState {
  return {
    stage: 'movie',
    items: null,
    picked: {},
    seats: [],
    quantities: {},
    modification: {},
    booking: null,
    messages: [],
    messageCount: 0,
  };
}

/** Shows the items of the stage. Choices that are no longer among them, or are disabled, are dropped. @param at ISO 8601 */
export function loadStage(state: BookingState, items: Item[], at: string): BookingState {
  const open = new Map(items.filter(({ isDisabled }) => !isDisabled).map((item) => [item.id, item]));
  const loaded: BookingState = { ...state, items };
  if (state.stage === 'seat') loaded.seats = state.seats.filter(({ id }) => open.has(id));
  else if (state.stage !== 'ticket' && state.stage !== 'confirm') {
    const { [state.stage]: chosen, ...others } = state.picked;
    const isOpen = chosen !== undefined && open.has(chosen.id);
    loaded.picked = isOpen ? state.picked : others;
  }
  return announceStage(loaded, at);
}

/** Shows the stored booking. No tool but postMessage is available after it. */
export function completeBooking(state: BookingState, booking: Booking, at: string): BookingState {
  const booked = { ...state, booking, modification: {}, items: summaryItems(state) };
  return announceStage(booked, at, `Booked: ${listSeats(state.seats)}. Reference ${booking.reference}`);
}

/** Back to the seats, after some were taken by another booking. The caller loads the stage. */
export function returnToSeats(state: BookingState, taken: readonly string[], at: string): BookingState {
  const seats = state.seats.filter(({ id }) => !taken.includes(id));
  const returned: BookingState = { ...state, stage: 'seat', items: null, modification: {}, seats };
  return addMessage(returned, at, { type: 'system', text: takenSeats(taken) });
}

/** The sentence about seats that another booking took. */
export function takenSeats(taken: readonly string[]): string {
  const seats = listSeats(taken.map((id) => ({ id })));
  return taken.length === 1
    ? `Seat ${seats} has just been taken. Choose another one.`
    : `Seats ${seats} have just been taken. Choose other ones.`;
}

/** Back to the times, after the showing has begun. The caller loads the stage. */
export function returnToTimes(state: BookingState, at: string): BookingState {
  const { time: _begun, ...picked } = state.picked;
  const returned: BookingState = {
    ...state,
    stage: 'time',
    items: null,
    modification: {},
    picked,
    seats: [],
    quantities: {},
  };
  return addMessage(returned, at, { type: 'system', text: SHOWING_BEGUN });
}

/** The sentence about a showing that can no longer be booked. */
export const SHOWING_BEGUN = 'This showing has begun and can no longer be booked. Choose another time.';

/** Adds what the person wrote in the chat. */
export function addUserText(state: BookingState, text: string, at: string): BookingState {
  return addMessage(state, at, { type: 'user', text });
}

/** Adds what the agent wrote beside its tool calls (`agent.message`). */
export function addAgentText(state: BookingState, text: string, at: string): BookingState {
  return addMessage(state, at, { type: 'agent', text });
}

/** All that a page or an agent may read of a booking. */
export interface BookingSnapshot {
  uiSpec: UiSpec | null;
  messageHistory: Message[];
  toolSchema: ToolEntry[];
}

/** The read surfaces of external-agent-protocol.md, 4.2 snapshot.state. */
export function snapshotOf(state: BookingState): BookingSnapshot {
  return { uiSpec: uiSpecOf(state), messageHistory: state.messages, toolSchema: toolSchemaOf(state) };
}
