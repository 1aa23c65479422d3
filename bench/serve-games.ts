import { z } from 'zod';
import { type AgentId, newId } from '@/lib/core/ids';
import { defineTool, type ToolDefinition } from '@/lib/core/tool';
import { sql } from '@/lib/data/database';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { TOOLS } from '@/lib/tools';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports in a process of their own, with two tools beside ours at /mcp/games that hand a text back.

function echo(name: string, work: () => Promise<unknown>): ToolDefinition {
  return defineTool({
    name,
    title: 'Echo',
    description: 'Answers the text that it was given.',
    toolset: 'games',
    scope: 'any',
    source: 'bench',
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ text: z.string() }),
    errors: [],
    hints: {},
    examples: [{ text: 'hello' }],
    run: async (_context, input) => {
      await work();
      return input;
    },
  });
}

const row = `g_bench_${newId<AgentId>()}`;
const touch = () => sql('bench.touch', 'UPDATE kept_games SET played_at = now() WHERE id = $1', [row]);

(TOOLS as ToolDefinition[]).push(
  echo('bench_echo', async () => undefined),
  echo('bench_statement', touch),
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
