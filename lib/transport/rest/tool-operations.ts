import type { Caller } from '@/lib/core/caller';
import { proceed } from '@/lib/core/deferred';
import type { ToolDefinition } from '@/lib/core/tool';
import { payerOf } from '@/lib/domain/limits';
import { TOOLS } from '@/lib/tools';
import { isAdmitted, mayWait } from '@/lib/tools/access';
import { findTool } from '@/lib/tools/find';
import { startTool } from '@/lib/tools/run';
import { addressOf } from '@/lib/transport/http/address';
import { WaitingLife } from '@/lib/transport/http/draining';
import type { BodyBounds } from '@/lib/transport/http/read-body';
import { MAX_ANONYMOUS_BODY_BYTES, MAX_BODY_BYTES, type Served } from '@/lib/transport/http/wire';
import { type CallLife, TransportCall } from '@/lib/transport/tool-call';
import { toolAnswer } from './answers';
import { callerOf } from './caller';
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

async function callTool(tool: ToolDefinition | string, call: OperationCall): Promise<Served> {
  const { request, params, query } = call;
  const caller = await callerOf(request);
  // Refused calls end here: who may not call a tool has no body read.
  const mayRead = typeof tool !== 'string' && isAdmitted(tool, caller);
  const input = mayRead ? await readInput(request, tool, { params, query, bounds: boundsOf(tool, caller) }) : {};
  if (mayRead && tool.waits && request.method === 'GET' && request.header('accept')?.includes('text/event-stream')) {
    return streamEvents({ request, tool, input });
  }
  const key = request.method === 'GET' ? null : request.header('idempotency-key');
  const run = (life: CallLife) =>
    startTool(tool, input, caller, new TransportCall('rest', addressOf(request), life, { idempotencyKey: key }));
  if (typeof tool === 'string' || !mayWait(tool, caller)) return proceed(await run(request), toolAnswer);
  const life = new WaitingLife(request);
  return proceed(await life.during(() => run(life)), toolAnswer);
}

/** How large the body of a call may be. */
function boundsOf({ maxBodyBytes = MAX_BODY_BYTES }: ToolDefinition, caller: Caller): BodyBounds {
  const payer = payerOf(caller);
  return { payer, maxBytes: payer === null ? MAX_ANONYMOUS_BODY_BYTES : maxBodyBytes };
}
