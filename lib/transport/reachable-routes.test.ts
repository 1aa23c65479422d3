import { expect, it } from 'vitest';
import type { ToolDefinition } from '@/lib/core/tool';
import { useDatabase } from '@/lib/testing/database';
import { TOOLS } from '@/lib/tools';
import { useServer } from './testing/use-server';

useDatabase();
const server = useServer();

/** Whether a preflight says that the API takes the method of a tool's route, from any site as every tool does. */
async function isReachable({ rest }: Pick<ToolDefinition, 'rest'>): Promise<boolean> {
  const [method = '', path = ''] = (rest ?? '').split(' ');
  const url = `${server.url}/api${path.replaceAll(/\{\w+\}/g, '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01')}`;
  const answer = await fetch(url, { method: 'OPTIONS' });
  const allowed = (answer.headers.get('access-control-allow-methods') ?? '').split(', ');
  return answer.status === 204 && allowed.includes(method);
}

it('reaches every tool that declares a route: no other route hides it', async () => {
  const hidden: string[] = [];
  for (const tool of TOOLS) if (tool.rest && !(await isReachable(tool))) hidden.push(`${tool.name}: ${tool.rest}`);
  expect(hidden).toEqual([]);
});

it('notices a route of the owners', async () => {
  for (const rest of ['POST /agents', 'POST /owners', 'GET /console/agents'] as const) {
    expect({ rest, reachable: await isReachable({ rest }) }).toEqual({ rest, reachable: false });
  }
});
