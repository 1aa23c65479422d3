import { FrameWriter } from './frames';
import type { Room, View, ViewChange } from './relay.schema';
import type { HistoryMessage } from './relay-app';

const NOTHING: View = { uiSpec: null, messageHistory: [], toolSchema: [] };

/**
 * What a room shows differently than before, or all of it when there was nothing before; null when nothing has changed.
 * Texts are compared, which are made for the frames anyway.
 */
export function findViewChange(before: Room | null, after: Room): ViewChange | null {
  const now = FrameWriter.of(after);
  const { uiSpec, messageHistory } = now.visible;
  if (before === null) {
    const messages = { first: [], kept: 0, added: [...messageHistory] };
    return { uiSpec, messages, toolSchema: now.tools };
  }
  const old = FrameWriter.of(before);
  const change: ViewChange = {
    ...(now.specText === old.specText ? {} : { uiSpec }),
    ...(now.historyText === old.historyText ? {} : { messages: findKept(old.visible.messageHistory, messageHistory) }),
    ...(now.toolsText === old.toolsText ? {} : { toolSchema: now.tools }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** A history loses messages at its beginning, where one may say so, and grows at its end. */
function findKept(before: readonly HistoryMessage[], after: readonly HistoryMessage[]) {
  for (const start of [0, 1]) {
    const kept = countKept(before, after.slice(start));
    if (kept > 0) return { first: after.slice(0, start), kept, added: after.slice(start + kept) };
  }
  return { first: [], kept: 0, added: [...after] };
}

/** How many messages at the end of a history stand at the beginning of another one. */
function countKept(before: readonly HistoryMessage[], after: readonly HistoryMessage[]): number {
  const [first] = after;
  const start = first === undefined ? -1 : before.findIndex(({ id }) => id === first.id);
  if (start === -1) return 0;
  const stayed = before.slice(start);
  const isKept = stayed.length <= after.length && stayed.every((message, index) => isEqual(message, after[index]));
  return isKept ? stayed.length : 0;
}

/** What is shown after a change. */
export function applyViewChange(before: View | null, { messages, ...change }: ViewChange): View {
  const { messageHistory, ...rest } = before ?? NOTHING;
  const kept = messages ? messageHistory.slice(messageHistory.length - messages.kept) : messageHistory;
  return { ...rest, ...change, messageHistory: [...(messages?.first ?? []), ...kept, ...(messages?.added ?? [])] };
}
