// A second process of the product, for tests: caches a key, prints so, and prints when it is refused.
import { closeDatabase } from '@/lib/data/database';
import { startBus, stopBus } from '@/lib/events/index';
import { authenticate } from '../credentials.service';

const apiKey = process.env.TEST_API_KEY ?? '';
const print = (word: string) => process.stdout.write(`${word}\n`);

await startBus();
await authenticate({ apiKey });
print('known');
for (;;) {
  const caller = await authenticate({ apiKey }).catch(() => null);
  if (!caller) break;
  await new Promise((resolve) => setTimeout(resolve, 10));
}
print('refused');
await stopBus();
await closeDatabase();
