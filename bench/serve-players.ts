import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports with the built-in games, and as many agents as PLAYERS says; prints where they are and their keys.
await startBus();
await seedFirstParty();
const { url } = await serveTransports();
const agents = await Promise.all(Array.from({ length: Number(process.env.PLAYERS ?? 16) }, () => agentFixture()));
process.stdout.write(`${JSON.stringify({ url, apiKeys: agents.map((agent) => agent.apiKey) })}\n`);
process.once('SIGTERM', () => process.exit(0));
