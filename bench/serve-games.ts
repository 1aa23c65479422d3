import { z } from 'zod';
import { type AgentId, newId } from '@/lib/core/ids';
import { defineTool, type ToolDefinition } from '@/lib/core/tool';
import { sql } from '@/lib/data/database';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { TOOLS } from '@/lib/tools';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports in a process of their own, with two empty tools beside ours at /mcp/games.

function empty(name: string, run: () => Promise<unknown>): ToolDefinition {
  return defineTool({
    name,
    title: 'Nothing',
    description: 'Does nothing.',
    toolset: 'games',
    scope: 'any',
    source: 'bench',
    input: z.strictObject({}),
    output: z.strictObject({ done: z.literal(true) }),
    errors: [],
    hints: {},
    examples: [{}],
    run: async () => {
      await run();
      return { done: true as const };
    },
  });
}

const row = `g_bench_${newId<AgentId>()}`;
const touch = () => sql('bench.touch', 'UPDATE kept_games SET played_at = now() WHERE id = $1', [row]);

(TOOLS as ToolDefinition[]).push(
  empty('bench_empty', async () => undefined),
  empty('bench_statement', touch),
);
await startBus();
const { url } = await serveTransports();
const { apiKey, agentId } = await agentFixture();
await sql('bench.row', `INSERT INTO kept_games (id, agent_id, game_type, position) VALUES ($1, $2, 'bench', '')`, [
  row,
  agentId,
]);
process.stdout.write(`${JSON.stringify({ url, apiKey })}\n`);
process.once('SIGTERM', () => process.exit(0));
