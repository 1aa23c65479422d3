// A second process for tests of the bus: prints what it receives and commits on command.
import { createInterface } from 'node:readline';
import { transaction } from '@/lib/data/database';
import { appendEvents, broadcast, busHealthy, followStream, onBroadcast, publish, startBus } from '@/lib/events';

const stream = process.env.TEST_STREAM ?? '';
// Without sweeps: an event arrives by a wake-up or not at all.
if (process.env.TEST_SWEEPS === 'none') {
  const { setInterval: startInterval } = globalThis;
  const isSweep = (ms?: number) => ms === 1_000;
  globalThis.setInterval = ((run: () => void, ms?: number) =>
    startInterval(isSweep(ms) ? () => {} : run, ms)) as typeof setInterval;
}
const print = (line: string) => process.stdout.write(`${line}\n`);

const append = (text: string) =>
  transaction((client) => appendEvents(client, stream, [{ type: 'said', data: { text } }]));

const follow = (of: string) =>
  followStream({
    stream: of,
    after: null,
    audiences: 'all',
    onEvents: (events) => {
      for (const { data } of events) print(`event ${data.text}`);
    },
  });

const COMMANDS: Record<string, (text: string) => Promise<unknown>> = {
  append: async (text) => publish(await append(text)),
  'append and die': async (text) => {
    await append(text);
    process.kill(process.pid, 'SIGKILL');
  },
  broadcast: (text) => broadcast('catalog', { text }),
  follow: async (names) => {
    for (const name of names.split(',')) follow(name);
  },
};

await startBus();
onBroadcast('catalog', (payload) => print(`catalog ${JSON.stringify(payload)}`));
onBroadcast('live', (payload) => print(`live ${JSON.stringify(payload)}`));
if (stream !== '') follow(stream);
createInterface({ input: process.stdin }).on('line', (line) => {
  const [command = '', text = ''] = line.split(': ');
  void COMMANDS[command]?.(text).then(() => print(`done ${text}`));
});
print(busHealthy() ? 'healthy' : 'not healthy');
