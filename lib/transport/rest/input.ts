import { validationError } from '@/lib/core/errors';
import type { ToolDefinition } from '@/lib/core/tool';
import { findTool } from '@/lib/tools/find';
import { parseJsonObject } from '@/lib/transport/http/json-body';
import type { WireRequest } from '@/lib/transport/http/wire';
import { coerceTexts } from './coerce';

/**
 * The arguments of a call: query, then body, then path. What is said twice must be said alike.
 * @throws VALIDATION_ERROR for a body that is no JSON object, or that contradicts the path
 */
export async function readInput(
  request: WireRequest,
  tool: ToolDefinition | string,
  params: Record<string, string>,
  query: string,
): Promise<Record<string, unknown>> {
  const definition = typeof tool === 'string' ? findTool(tool) : tool;
  const bodiless = request.method === 'GET' || request.method === 'HEAD';
  const body = bodiless ? {} : parseJsonObject(await request.text(), request.header('content-type'));
  if (!definition) return body;
  const fromQuery = query === '' ? [] : [...coerceTexts(definition, new URLSearchParams(query))];
  const fromPath = [...coerceTexts(definition, Object.entries(params))];
  for (const [name, value] of fromPath) {
    if (name in body && body[name] !== value) {
      throw validationError([{ path: [name], message: 'the body and the path say different things' }]);
    }
  }
  return { ...Object.fromEntries(fromQuery), ...body, ...Object.fromEntries(fromPath) };
}
