import { nextUlids } from '@/lib/core/ids';
import type { NewEvent, StreamEvent, StreamHead, StreamName } from '@/lib/core/stream';

/**
 * Gives new events their ids and, per audience, their sequence numbers. Pure. The caller has locked the row of `head`,
 * so the order of ids is the order of commits.
 */
export function numberEvents(args: { stream: StreamName; head: StreamHead; events: readonly NewEvent[]; at: Date }): {
  head: StreamHead;
  events: StreamEvent[];
} {
  const seqs = { ...args.head.seqs };
  const lastIds = { ...args.head.lastIds };
  let { lastId } = args.head;
  const hidden = args.events.map(({ audience = 'public' }) => audience !== 'public');
  const ids = nextUlids(lastId, hidden, args.at.getTime());
  const numbered = args.events.map((event, index): StreamEvent => {
    const audience = event.audience ?? 'public';
    const previousId = lastId;
    const seq = (seqs[audience] ?? 0) + 1;
    seqs[audience] = seq;
    lastId = ids[index] as string;
    lastIds[audience] = lastId;
    return {
      stream: args.stream,
      id: lastId,
      audience,
      seq,
      type: event.type,
      at: args.at,
      data: event.data,
      previousId,
    };
  });
  return { head: { lastId, seqs, lastIds }, events: numbered };
}
