// A second process of the product, for tests: caches a key, prints so, prints when it has used the key fifty times, and when it is refused.
import { closeDatabase } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events/index';
import { authenticate } from '../credentials.service';

const apiKey = process.env.TEST_API_KEY ?? '';
const print = (word: string) => process.stdout.write(`${word}\n`);

await startBus();
await authenticate({ apiKey });
print('known');
for (let uses = 1; ; uses++) {
  const caller = await authenticate({ apiKey }).catch(() => null);
  if (!caller) break;
  if (uses % 50 === 0) print('used');
  await new Promise((resolve) => setTimeout(resolve, 10));
}
print('refused');
await stopBus();
await closeDatabase();
