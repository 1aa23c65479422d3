// A second process of the product that joins the Werewolf queue with the agent of each line.
import { createInterface } from 'node:readline';
import { DEFAULT_QUEUE, joinQueue } from '..';

createInterface({ input: process.stdin }).on('line', async (agentId) => {
  await joinQueue({ agent: { agentId, displayName: 'Agent' }, queueId: DEFAULT_QUEUE });
  process.stdout.write(`${agentId} joined\n`);
});
process.stdout.write('ready\n');
