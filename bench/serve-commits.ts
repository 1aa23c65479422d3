/** A process that commits events, for bench/wake-ups.ts. Messages of the parent say what to do; each is answered. */
import { newId } from '@/lib/core/ids';
import { EMPTY_HEAD, type StreamHead, sessionStream } from '@/lib/core/stream';
import { transaction } from '@/lib/data/database';
import { appendEvents, appendIfHead, lockHead, publish, startBus } from '@/lib/events';

/** Statements at the same time: one for each connection of the pool. */
const WRITERS = 8;

export type CommitCommand =
  /** `inside`: the notification belongs to the statement of the commit, as in many programs. */
  | { kind: 'commit'; seconds: number; notification: 'none' | 'after' | 'inside' }
  | { kind: 'send'; stream: string; messages: number; perSecond: number };

interface Writer {
  stream: string;
  head: StreamHead;
}

async function openWriter(): Promise<Writer> {
  // Every process is woken for the stream of a session; for others, only where one reads them.
  const stream = sessionStream(newId());
  await transaction((client) => lockHead(client, stream));
  return { stream, head: EMPTY_HEAD };
}

async function commitUntil(writer: Writer, endMs: number, notification: string): Promise<number> {
  const { stream } = writer;
  const text = JSON.stringify({ o: process.pid, t: 'streams', p: [stream] });
  const inside = { sql: (first: number) => `pg_notify('botplay', $${first}) IS NOT NULL`, values: [text] };
  const plain = { sql: (first: number) => `$${first}::text IS NOT NULL`, values: [text] };
  let commits = 0;
  while (performance.now() < endMs) {
    const stored = await appendIfHead({
      name: `bench.commit.${notification}`,
      stream,
      head: writer.head,
      events: [{ type: 'message_sent', data: { content: 'Shall we play another round of this?' } }],
      condition: notification === 'inside' ? inside : plain,
    });
    if (!stored) throw new Error('A commit found another head.');
    writer.head = stored.head;
    if (notification === 'after') publish(stored.events);
    commits++;
  }
  return commits;
}

const nowMs = () => performance.timeOrigin + performance.now();

/** Commits messages at a constant rate; returns when each was committed, in Unix milliseconds. */
async function send(of: { stream: string; messages: number; perSecond: number }): Promise<number[]> {
  const committedAtMs: number[] = [];
  const startMs = performance.now();
  for (let number = 0; number < of.messages; number++) {
    const restMs = startMs + (1000 * number) / of.perSecond - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, restMs)));
    const data = { agent_id: newId(), display_name: 'Sender', content: String(number) };
    const events = await transaction((client) => appendEvents(client, of.stream, [{ type: 'message_sent', data }]));
    committedAtMs.push(nowMs());
    publish(events);
  }
  return committedAtMs;
}

await startBus();
const writers = await Promise.all(Array.from({ length: WRITERS }, openWriter));

process.on('message', async (command: CommitCommand) => {
  try {
    if (command.kind === 'send') return process.send?.({ committedAtMs: await send(command) });
    const startMs = performance.now();
    const endMs = startMs + command.seconds * 1000;
    const counts = await Promise.all(writers.map((writer) => commitUntil(writer, endMs, command.notification)));
    const commits = counts.reduce((sum, count) => sum + count, 0);
    return process.send?.({ perSecond: (1000 * commits) / (performance.now() - startMs) });
  } catch (error) {
    return process.send?.({ error: String(error) });
  }
});
process.send?.('ready');
