// A second process of the product that calls a tool of the test toolset: `<api key> <match id>` a line.
import { createInterface } from 'node:readline';
import { authenticate } from '@/lib/domain/keys';
import { registry } from '@/lib/tools';
import { runTool } from '@/lib/tools/run';
import { villageToolset } from './village';

registry.add(villageToolset);
createInterface({ input: process.stdin }).on('line', async (line) => {
  const [apiKey, matchId] = line.split(' ');
  const caller = await authenticate({ apiKey });
  if (!caller) throw new Error('The key is unknown.');
  const call = { transport: 'rest' as const, signal: new AbortController().signal, requestId: 'r' };
  const outcome = await runTool('village.say', { matchId, text: 'Hello.' }, caller, call);
  process.stdout.write(`${matchId} ${outcome.ok ? 'ok' : outcome.error.code}\n`);
});
process.stdout.write('ready\n');
