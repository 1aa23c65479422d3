import { startEmbedded } from '@/lib/data/embedded';
import { temporaryDirectory } from '@/lib/testing/server';
import { ensureTemplate } from '@/lib/testing/template';

// A database server that flushes to disk, for the benchmarks of one run; prints where it is.
const { directory, remove } = await temporaryDirectory('bench');
const { url, stop } = await startEmbedded({ dataDirectory: directory, maxConnections: 200 });
await ensureTemplate(url);
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', async () => {
  await stop();
  await remove();
  process.exit(0);
});
