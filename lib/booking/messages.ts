import type { BookingState, Message } from './types';
import { uiSpecOf } from './ui-spec';

/** Messages kept of a booking, and their size as JSON; older ones are dropped. */
const MAX_MESSAGES = 100;
const MAX_BYTES = 28_672;

const bytesOf = (message: Message): number => new TextEncoder().encode(JSON.stringify(message)).length;

/** The newest messages that fit. */
function trim(messages: readonly Message[]): Message[] {
  const kept: Message[] = [];
  let bytes = 0;
  for (const message of messages.slice(-MAX_MESSAGES).reverse()) {
    bytes += bytesOf(message);
    if (bytes > MAX_BYTES) break;
    kept.push(message);
  }
  return kept.reverse();
}

/** Adds an entry to the message history. @param at ISO 8601 */
export function addMessage(
  state: BookingState,
  at: string,
  message: Omit<Message, 'id' | 'timestamp' | 'stage'>,
): BookingState {
  const messageCount = state.messageCount + 1;
  const entry: Message = { id: `msg-${messageCount}`, timestamp: at, stage: state.stage, ...message };
  return { ...state, messageCount, messages: trim([...state.messages, entry]) };
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
