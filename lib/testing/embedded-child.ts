import { startEmbedded } from '@/lib/data/embedded';

// A process with its own embedded server, for tests that kill it: prints the connection string and waits.
const server = await startEmbedded({
  dataDirectory: process.argv[2] ?? '',
  durable: false,
  about: 'http://localhost:1234',
});
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  server.stop().then(() => process.exit(0));
});
