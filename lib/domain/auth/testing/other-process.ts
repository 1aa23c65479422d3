// A second process of the product, for tests: knows a key, tells so, and tells when it no longer does.
import { closeDatabase } from '@/lib/data/database';
import { authenticate } from '@/lib/domain/auth';
import { startBus, stopBus } from '@/lib/events';

const apiKey = process.env.TEST_API_KEY ?? '';
const tell = (word: string) => process.stdout.write(`${word}\n`);

await startBus();
await authenticate({ apiKey });
tell('known');
for (;;) {
  const known = await authenticate({ apiKey }).catch(() => null);
  if (!known) break;
  await new Promise((resolve) => setTimeout(resolve, 10));
}
tell('refused');
await stopBus();
await closeDatabase();
