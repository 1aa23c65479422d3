import type { BookingState, Message } from './types';
import { uiSpecOf } from './ui-spec';

/** Messages kept of a booking, and their size as JSON; older ones are dropped. */
const MAX_MESSAGES = 100;
const MAX_BYTES = 28_672;

const ENCODER = new TextEncoder();

const bytesOf = (message: Message): number => ENCODER.encode(JSON.stringify(message)).length;

/** Bytes of the histories that were made here, so that a call measures only what it adds and drops. */
const sizes = new WeakMap<readonly Message[], number>();

/** A history with one more message: the newest ones that fit. */
function append(history: readonly Message[], message: Message): Message[] {
  const all = [...history, message];
  let bytes = sizes.get(history) ?? history.reduce((sum, one) => sum + bytesOf(one), 0);
  bytes += bytesOf(message);
  let first = 0;
  for (const oldest of all) {
    if (bytes <= MAX_BYTES && all.length - first <= MAX_MESSAGES) break;
    bytes -= bytesOf(oldest);
    first += 1;
  }
  const kept = all.slice(first);
  sizes.set(kept, bytes);
  return kept;
}

/** Adds an entry to the message history. @param at ISO 8601 */
export function addMessage(
  state: BookingState,
  at: string,
  message: Omit<Message, 'id' | 'timestamp' | 'stage'>,
): BookingState {
  const messageCount = state.messageCount + 1;
  const entry: Message = { id: `msg-${messageCount}`, timestamp: at, stage: state.stage, ...message };
  return { ...state, messageCount, messages: append(state.messages, entry) };
}

/** Adds an entry of the system with the stage that is shown. */
export function announceStage(state: BookingState, at: string, text?: string): BookingState {
  const spec = uiSpecOf(state);
  if (!spec) return state;
  const { stage, title, description, display } = spec;
  return addMessage(state, at, {
    type: 'system',
    text: text ?? title,
    spec: { stage, title, ...(description ? { description } : {}), display },
  });
}
