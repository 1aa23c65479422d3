/**
 * The spectators of bench/watch-fanout.ts: thousands of websockets that speak just enough Engine.IO and Socket.IO to
 * subscribe, answer pings and count what comes. In a separate process, so that only the server is measured.
 */
import { WebSocket } from 'ws';

export type SpectatorCommand =
  | { kind: 'open'; port: number; count: number; stream: string | null; group: string }
  | { kind: 'count'; group: string };

interface Group {
  received: number;
  /** Events that came twice, too late or not at all between two others. */
  disordered: number;
}

const groups = new Map<string, Group>();
const AT_ONCE = 50;

function open(port: number, stream: string | null, group: Group): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
    perMessageDeflate: false,
  });
  let lastSeq: number | null = null;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
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
      }
    });
  });
}

process.on('message', async (command: SpectatorCommand) => {
  if (command.kind === 'count') {
    process.send?.(groups.get(command.group) ?? null);
    return;
  }
  const group: Group = { received: 0, disordered: 0 };
  groups.set(command.group, group);
  try {
    for (let opened = 0; opened < command.count; opened += AT_ONCE) {
      const some = Math.min(AT_ONCE, command.count - opened);
      await Promise.all(Array.from({ length: some }, () => open(command.port, command.stream, group)));
    }
    process.send?.({ opened: command.count });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.send?.('ready');
