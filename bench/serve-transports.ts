import { parseArgs } from 'node:util';
import { serveUsage } from '@/bench/harness/process-usage';
import { publicOrigin } from '@/lib/core/public-origin';
import { startBus } from '@/lib/events';
import { agentFixture, appTokenFixture } from '@/lib/testing/fixtures';
import { type Lane, serveTransports } from '@/lib/transport/testing/serve';

// The transports in a separate process, on the database that DATABASE_URL names; prints where they are and a key.
const { values } = parseArgs({
  options: { lane: { type: 'string', default: 'direct' }, port: { type: 'string', default: '0' } },
});
await startBus();
const { url } = await serveTransports({ lane: values.lane as Lane, port: Number(values.port) });
const { apiKey, agentId } = await agentFixture();
const accessToken = await appTokenFixture({ agentId, audience: `${publicOrigin(url)}/mcp` });
process.stdout.write(`${JSON.stringify({ url, apiKey, agentId, accessToken, usageUrl: await serveUsage() })}\n`);
process.once('SIGTERM', () => process.exit(0));
