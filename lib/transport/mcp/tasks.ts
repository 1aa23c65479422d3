import type { JsonObject } from '@/lib/core/json';
import { pollTask, type Task } from '@/lib/tools/tasks';
import { addressOf } from '@/lib/transport/http/address';
import { jsonText, type WireResponse } from '@/lib/transport/http/wire';
import { INVALID_PARAMS, type RpcId, rpcErrorText, rpcResultText } from '@/lib/transport/json-rpc';
import { TransportCall } from '@/lib/transport/tool-call';
import { type McpCall, renderCallResult } from './calls';

/** The extension of 2026-07-28 by which a client asks about a call again in place of waiting. SEP-2663 */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const METHODS: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);
export const isTaskMethod = (method: string): boolean => METHODS.has(method);

const fieldsOf = ({ id, createdAt, ttlMs, pollIntervalMs }: Task, status: string): JsonObject => ({
  taskId: id,
  status,
  createdAt: createdAt.toISOString(),
  lastUpdatedAt: new Date().toISOString(),
  ttlMs,
  pollIntervalMs,
});

/** The answer to a call that became a task. @param members what the revision adds to results */
export function writeTask(id: RpcId, task: Task, members: string): string {
  return rpcResultText(id, JSON.stringify({ resultType: 'task', ...fieldsOf(task, 'working') }), members);
}

/**
 * `tasks/get`, `tasks/update` and `tasks/cancel`. A task has no questions, so an update is only acknowledged; a call is
 * made when its client asks about it, so that one that is cancelled, and not asked about again, never happens.
 */
export async function serveTaskRequest(method: string, call: McpCall, members: string): Promise<WireResponse> {
  const { id, params, agent, endpoint, format } = call;
  const { taskId } = params;
  const transportCall = new TransportCall('mcp', addressOf(call.request), call.request, call);
  if (typeof taskId !== 'string') return refuse(call, 'Invalid params: taskId is a string.');
  const answer = (fields: JsonObject): WireResponse =>
    jsonText(200, rpcResultText(id, JSON.stringify({ resultType: 'complete', ...fields }), members));
  if (method !== 'tasks/get') return answer({});
  const found = await pollTask(taskId, agent, transportCall);
  if (!found) return refuse(call, 'Unknown task, or one that has expired.');
  const { task, outcome } = found;
  if (!outcome) return answer(fieldsOf(task, 'working'));
  const rendered = renderCallResult(outcome, endpoint, format.hasLinks);
  if ('fault' in rendered) {
    const error = { code: INVALID_PARAMS, message: rendered.fault.message };
    return answer({ ...fieldsOf(task, 'failed'), error });
  }
  return answer({ ...fieldsOf(task, 'completed'), result: JSON.parse(rendered.result) as JsonObject });
}

const refuse = ({ id }: McpCall, message: string): WireResponse =>
  jsonText(200, rpcErrorText(id, INVALID_PARAMS, message));
