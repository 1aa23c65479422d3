import { addMessage } from './messages';
import { formatPrice, totalPrice } from './prices';
import { toolSchemaOf } from './tools';
import type { Actor, BookingState, Message, ToolCall, ToolEntry, UiSpec } from './types';
import { listSeats, uiSpecOf } from './ui-spec';

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

/** Adds what the person or an agent wrote in the chat. @param at ISO 8601 */
export function addChat(state: BookingState, from: Actor, text: string, at: string): BookingState {
  return addMessage(state, at, { type: from, text });
}

/** What the person is asked before an agent makes this call; null for a call that can be undone. */
export function questionFor(state: BookingState, { toolName }: Pick<ToolCall, 'toolName'>): string | null {
  if (toolName !== 'next' || state.stage !== 'confirm') return null;
  const seats = `${state.seats.length === 1 ? 'seat' : 'seats'} ${listSeats(state.seats)}`;
  return `Book ${seats} for ${state.picked.movie?.title} at ${formatPrice(totalPrice(state))}?`;
}

/** What `state.updated` shows of a booking. */
export interface VisibleBooking {
  uiSpec: UiSpec | null;
  messageHistory: Message[];
}

/** All that a page or an agent may read of a booking. */
export interface BookingSnapshot extends VisibleBooking {
  toolSchema: ToolEntry[];
}

/** The read surfaces of external-agent-protocol.md, 4.2 state.updated. */
export function visibleBookingOf(state: BookingState): VisibleBooking {
  return { uiSpec: uiSpecOf(state), messageHistory: [...earlierMessages(state), ...state.messages] };
}

/** Says that messages were dropped. */
function earlierMessages({ messages, messageCount }: BookingState): Message[] {
  const [first] = messages;
  const count = messageCount - messages.length;
  if (!first || count <= 0) return [];
  const text = `${count} earlier ${count === 1 ? 'message is' : 'messages are'} not shown.`;
  return [{ id: 'earlier', type: 'system', timestamp: first.timestamp, stage: first.stage, text }];
}

/** The read surfaces of external-agent-protocol.md, 4.2 snapshot.state. */
export function snapshotOf(state: BookingState): BookingSnapshot {
  return { ...visibleBookingOf(state), toolSchema: toolSchemaOf(state) };
}
