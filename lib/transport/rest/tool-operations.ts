import type { ToolDefinition } from '@/lib/core/tool';
import { TOOLS } from '@/lib/tools';
import { mayWait } from '@/lib/tools/access';
import { findTool } from '@/lib/tools/find';
import { runTool, type ToolOutcome } from '@/lib/tools/run';
import { abortOnDrain } from '@/lib/transport/http/draining';
import type { WireResponse } from '@/lib/transport/http/wire';
import { type CallLife, TransportCall } from '@/lib/transport/tool-call';
import { toolAnswer } from './answers';
import { addressOf, callerOf } from './caller';
import { readInput } from './input';
import type { Operation, OperationCall } from './router';
import { streamEvents } from './stream';

/** Every tool at its own route, and every tool by its name. */
export function toolOperations(): Operation[] {
  const own = TOOLS.flatMap((tool): Operation[] => {
    const [method = '', path = ''] = tool.rest?.split(' ') ?? [];
    if (!tool.rest) return [];
    return [{ method, path: `/api${path}`, crossOrigin: true, answer: (call) => callTool(tool, call) }];
  });
  return [...own, BY_NAME];
}

/** `POST /api/tools/{tool_name}`. An unknown name is left to runTool, which refuses it for every transport. */
const BY_NAME: Operation = {
  method: 'POST',
  path: '/api/tools/{tool_name}',
  crossOrigin: true,
  answer: ({ request, params: { tool_name: name = '' }, query }) =>
    callTool(findTool(name) ?? name, { request, params: {}, query }),
};

async function callTool(tool: ToolDefinition | string, call: OperationCall): Promise<WireResponse> {
  const { request, params, query } = call;
  const caller = await callerOf(request);
  const input = await readInput(request, tool, params, query);
  const waits = typeof tool !== 'string' && tool.waits === true;
  if (waits && request.method === 'GET' && request.header('accept')?.includes('text/event-stream')) {
    return streamEvents({ request, tool, input });
  }
  const key = request.method === 'GET' ? null : request.header('idempotency-key');
  const run = async (until: CallLife) =>
    toolAnswer(await runTool(tool, input, caller, new TransportCall('rest', addressOf(request), until, key)));
  if (typeof tool === 'string' || !mayWait(tool, caller)) return run(request);
  const { signal, abort, release } = abortOnDrain(request);
  const sendOutcomeEarly = request.sendEarly && ((outcome: ToolOutcome) => request.sendEarly?.(toolAnswer(outcome)));
  return run({ signal, abort, sendOutcomeEarly }).finally(release);
}
