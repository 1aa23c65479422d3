import { pool } from '@/lib/data/database';
import { registerExperience } from '@/lib/domain/catalog';
import { latestVerification, startVerification, waitForVerifications } from '@/lib/domain/verification';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports with the server that TARGET names, published as an experience, as a discovered server and in proxy mode,
// and as many agents as PLAYERS says; prints where they are and their keys.
await startBus();
const { url } = await serveTransports();
const agents = await Promise.all(Array.from({ length: Number(process.env.PLAYERS ?? 8) }, () => agentFixture()));
const publisher = { agentId: agents[0]?.agentId ?? null, ownerId: null };
const base = {
  version: '1.0.0',
  summary: 'Answers immediately.',
  category: 'bench',
  tier: 2,
  publisher: { name: 'Bench' },
};
const server_url = `${process.env.TARGET}/mcp`;

async function publish(manifest: Record<string, unknown>): Promise<string> {
  const { id } = await registerExperience({ publisher, manifest: { ...base, ...manifest } });
  await startVerification({ experienceId: id, trigger: 'register' });
  await waitForVerifications();
  const report = await latestVerification({ experienceId: id });
  if (report?.status !== 'verified') throw new Error(`The experience was not verified: ${JSON.stringify(report)}`);
  return id;
}

const required_tools = ['experience.info', 'session.create', 'session.step', 'session.end'];
const experienceId = await publish({ name: 'Bench', mcp: { server_url, required_tools } });
const discoveredId = await publish({ name: 'Discovered', discovered: { server_url } });
const sessions = { interaction_model: 'proxy' };
const proxyId = await publish({ name: 'Proxy', discovered: { server_url }, sessions });
await pool().query('VACUUM ANALYZE');
process.stdout.write(
  `${JSON.stringify({ url, apiKeys: agents.map(({ apiKey }) => apiKey), experienceId, discoveredId, proxyId })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
