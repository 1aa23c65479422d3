import { pool } from '@/lib/data/database';
import { registerExperience } from '@/lib/domain/catalog';
import { latestVerification, startVerification, waitForVerifications } from '@/lib/domain/verification';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports with the remote experience that TARGET names, published and verified, and as many agents as PLAYERS
// says; prints where they are and their keys.
await startBus();
const { url } = await serveTransports();
const agents = await Promise.all(Array.from({ length: Number(process.env.PLAYERS ?? 8) }, () => agentFixture()));
const publisher = { agentId: agents[0]?.agentId ?? null, ownerId: null };
const manifest = {
  name: 'Bench',
  version: '1.0.0',
  summary: 'Answers immediately.',
  category: 'bench',
  tier: 2,
  publisher: { name: 'Bench' },
  mcp: {
    server_url: `${process.env.TARGET}/mcp`,
    required_tools: ['experience.info', 'session.create', 'session.step', 'session.end'],
  },
};
const { id: experienceId } = await registerExperience({ publisher, manifest });
await startVerification({ experienceId, trigger: 'register' });
await waitForVerifications();
const report = await latestVerification({ experienceId });
if (report?.status !== 'verified') throw new Error(`The experience was not verified: ${JSON.stringify(report)}`);
await pool().query('VACUUM ANALYZE');
process.stdout.write(`${JSON.stringify({ url, apiKeys: agents.map(({ apiKey }) => apiKey), experienceId })}\n`);
process.once('SIGTERM', () => process.exit(0));
