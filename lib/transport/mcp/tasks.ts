import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { pollTask, type Task } from '@/lib/tools/tasks';
import { addressOf } from '@/lib/transport/http/address';
import { jsonText, type WireResponse } from '@/lib/transport/http/wire';
import { INVALID_PARAMS, rpcErrorText, rpcResultText } from '@/lib/transport/json-rpc';
import { TransportCall } from '@/lib/transport/tool-call';
import { type McpCall, renderCallResult } from './calls';

/** The extension of 2026-07-28 by which a client asks about a call again in place of waiting. SEP-2663 */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

const METHODS: ReadonlySet<string> = new Set(['tasks/get', 'tasks/update', 'tasks/cancel']);
export const isTaskMethod = (method: string): boolean => METHODS.has(method);

/** Whether a client takes tasks, by its capabilities. */
export const takesTasks = (capabilities: unknown): boolean =>
  isJsonObject(capabilities) &&
  isJsonObject(capabilities.extensions) &&
  isJsonObject(capabilities.extensions[TASKS_EXTENSION]);

const fieldsOf = ({ id, createdAt, ttlMs, pollIntervalMs }: Task, status: string): JsonObject => ({
  taskId: id,
  status,
  createdAt: createdAt.toISOString(),
  lastUpdatedAt: new Date().toISOString(),
  ttlMs,
  pollIntervalMs,
});

/** The result of a call that became a task. @param members what the revision adds to results */
export function writeTask(task: Task, members: string): string {
  return withMembers({ resultType: 'task', ...fieldsOf(task, 'working') }, members);
}

const withMembers = (result: JsonObject, members: string): string =>
  `${JSON.stringify(result).slice(0, -1)},${members}}`;

/**
 * `tasks/get`, `tasks/update` and `tasks/cancel`. A task has no questions, so an update is only acknowledged; a call is
 * made when its client asks about it, so that one that is cancelled, and not asked about again, never happens.
 */
export async function serveTaskRequest(method: string, call: McpCall, members: string): Promise<WireResponse> {
  const { id, params, agent, endpoint, format } = call;
  const { taskId } = params;
  const transportCall = new TransportCall('mcp', addressOf(call.request), call.request);
  if (typeof taskId !== 'string') return refuse(call, 'Invalid params: taskId is a string.');
  if (method !== 'tasks/get') return jsonText(200, rpcResultText(id, withMembers({ resultType: 'complete' }, members)));
  const found = await pollTask(taskId, agent, transportCall);
  if (!found) return refuse(call, 'Unknown task, or one that has expired.');
  const { task, outcome } = found;
  if (!outcome) {
    return jsonText(
      200,
      rpcResultText(id, withMembers({ resultType: 'complete', ...fieldsOf(task, 'working') }, members)),
    );
  }
  const rendered = renderCallResult(outcome, endpoint, format.hasLinks);
  const ended =
    'fault' in rendered
      ? { ...fieldsOf(task, 'failed'), error: { code: INVALID_PARAMS, message: rendered.fault.message } }
      : { ...fieldsOf(task, 'completed'), result: JSON.parse(rendered.result) as JsonObject };
  return jsonText(200, rpcResultText(id, withMembers({ resultType: 'complete', ...ended }, members)));
}

const refuse = ({ id }: McpCall, message: string): WireResponse =>
  jsonText(200, rpcErrorText(id, INVALID_PARAMS, message));
