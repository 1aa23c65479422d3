import { enterPresence } from '@/lib/data/presence';
import { runClaimed } from '..';

// A process that is present, claims a key for a call that does not end, says so and waits to be killed.
const [agentId = '', tool = '', key = ''] = process.argv.slice(2);
await enterPresence(`test ${process.pid}`);
await runClaimed({ agentId, tool, key, input: { a: 1 } }, async () => {
  process.stdout.write('claimed\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
