/**
 * The spectators of bench/watch-fanout.ts: thousands of websockets that speak just enough Engine.IO and Socket.IO to
 * subscribe, answer pings and count what comes. In a separate process, so that only the server is measured.
 */
import { WebSocket } from 'ws';

type OpenCommand = Extract<SpectatorCommand, { kind: 'open' }>;

type SpectatorCommand =
  | { kind: 'open'; port: number; count: number; stream: string | null; group: string; localAddress?: string }
  | { kind: 'count'; group: string }
  /** What all groups have received together. */
  | { kind: 'all' };

interface Group {
  received: number;
  /** Events that came twice, too late or not at all between two others. */
  disordered: number;
  /** When the last event came, in Unix milliseconds. */
  lastAtMs: number;
}

const groups = new Map<string, Group>();
const AT_ONCE = 50;

/** As much of a message as tells what it is: an event begins with its stream and its number. */
const HEAD_LENGTH = 300;

function open({ port, stream, localAddress }: OpenCommand, group: Group): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
    localAddress,
  });
  let lastSeq: number | null = null;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1', 0, HEAD_LENGTH);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0{')) socket.send('40/watch,');
      else if (text.startsWith('40/watch,')) {
        if (stream === null) resolve();
        else socket.send(`42/watch,0["subscribe",${JSON.stringify({ stream })}]`);
      } else if (text.startsWith('43/watch,0')) {
        if (text.includes('"error"')) reject(new Error(text));
        else resolve();
      } else if (text.startsWith('42/watch,["event"')) {
        const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
        if (lastSeq !== null && seq !== lastSeq + 1) group.disordered++;
        lastSeq = seq;
        group.received++;
        group.lastAtMs = performance.timeOrigin + performance.now();
      }
    });
  });
}

process.on('message', async (command: SpectatorCommand) => {
  if (command.kind === 'count') {
    process.send?.(groups.get(command.group) ?? null);
    return;
  }
  if (command.kind === 'all') {
    const all: Group = { received: 0, disordered: 0, lastAtMs: 0 };
    for (const { received, disordered, lastAtMs } of groups.values()) {
      all.received += received;
      all.disordered += disordered;
      all.lastAtMs = Math.max(all.lastAtMs, lastAtMs);
    }
    process.send?.(all);
    return;
  }
  const group: Group = { received: 0, disordered: 0, lastAtMs: 0 };
  groups.set(command.group, group);
  try {
    for (let opened = 0; opened < command.count; opened += AT_ONCE) {
      const some = Math.min(AT_ONCE, command.count - opened);
      await Promise.all(Array.from({ length: some }, () => open(command, group)));
    }
    process.send?.({ opened: command.count });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.send?.('ready');
