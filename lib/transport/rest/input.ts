import { isJsonContentType } from '@modelcontextprotocol/server';
import { AppError, validationError } from '@/lib/core/errors';
import type { ToolDefinition } from '@/lib/core/tool';
import { findTool } from '@/lib/tools/find';
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
  const body = request.method === 'GET' || request.method === 'HEAD' ? {} : await readBody(request);
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

async function readBody(request: WireRequest): Promise<Record<string, unknown>> {
  const text = await request.text();
  if (text === '') return {};
  if (!isJsonContentType(request.header('content-type'))) throw new UnsupportedMediaType();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw validationError([{ path: [], message: 'the body is not valid JSON' }]);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationError([{ path: [], message: 'the body is not a JSON object' }]);
  }
  return body as Record<string, unknown>;
}

/** 415: the table of errors has no code for it, so it is a VALIDATION_ERROR with a status of its own. */
class UnsupportedMediaType extends AppError {
  constructor() {
    super('VALIDATION_ERROR', 'Content-Type must be application/json.');
  }

  override get http(): number {
    return 415;
  }
}
