import { z } from 'zod';
import { defineTool, defineToolset, type ToolDefinition } from '@/lib/core/tool';
import { advanceGame, storeGame } from '@/lib/domain/kept-games/kept-games.service';
import { startBus } from '@/lib/events';
import { agentFixture } from '@/lib/testing/fixtures';
import { registry } from '@/lib/tools';
import { serveTransports } from '@/lib/transport/testing/serve';

// The transports in a separate process, with a toolset `bench` of two tools that hand a text back: one does nothing
// else, one keeps it by the statement with which a kept game moves on.

function echo(name: string, work: (text: string) => Promise<unknown>): ToolDefinition {
  return defineTool({
    name,
    title: 'Echo',
    description: 'Answers the text that it was given.',
    toolset: 'bench',
    scope: 'any',
    source: 'bench',
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ text: z.string() }),
    errors: [],
    hints: {},
    examples: [{ text: 'hello' }],
    run: async (_context, input) => {
      await work(input.text);
      return input;
    },
  });
}

const { apiKey, agentId } = await agentFixture();
const gameType = 'bench';
let kept = '';
const gameId = await storeGame({ agentId, gameType, position: kept });
async function keep(text: string): Promise<void> {
  const { kind } = await advanceGame({ gameId, agentId, gameType, from: kept, to: text });
  if (kind !== 'played') throw new Error(`The game of the reference was not moved on: ${kind}.`);
  kept = text;
}

registry.add(
  defineToolset({
    name: 'bench',
    instructions: 'References of a benchmark.',
    tools: [echo('bench_echo', async () => undefined), echo('bench_keep', keep)],
  }),
);
await startBus();
const { url } = await serveTransports();
process.stdout.write(`${JSON.stringify({ url, apiKey })}\n`);
process.once('SIGTERM', () => process.exit(0));
