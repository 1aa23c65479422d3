// A second process of the product, for tests of the bus: says what it hears, and commits what it is told to.
import { createInterface } from 'node:readline';
import { transaction } from '@/lib/data/database';
import { appendEvents, broadcast, busHealthy, followStream, onBroadcast, publish, startBus } from '@/lib/events';

const stream = process.env.TEST_STREAM ?? '';
const say = (line: string) => process.stdout.write(`${line}\n`);

const append = (text: string) =>
  transaction((client) => appendEvents(client, stream, [{ type: 'said', data: { text } }]));

const ORDERS: Record<string, (text: string) => Promise<unknown>> = {
  append: async (text) => publish(await append(text)),
  'append and die': async (text) => {
    await append(text);
    process.kill(process.pid, 'SIGKILL');
  },
  broadcast: (text) => broadcast('catalog', { text }),
};

await startBus();
onBroadcast('catalog', (payload) => say(`catalog ${JSON.stringify(payload)}`));
onBroadcast('live', (payload) => say(`live ${JSON.stringify(payload)}`));
if (stream !== '')
  followStream({
    stream,
    after: null,
    audiences: 'all',
    onEvents: (events) => {
      for (const { data } of events) say(`event ${data.text}`);
    },
  });
createInterface({ input: process.stdin }).on('line', (line) => {
  const [order = '', text = ''] = line.split(': ');
  void ORDERS[order]?.(text).then(() => say(`done ${text}`));
});
say(busHealthy() ? 'healthy' : 'not healthy');
