import { validationError } from '@/lib/core/errors';
import { canonicalJson } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import { parseJsonObject } from '@/lib/transport/http/json-body';
import type { WireRequest } from '@/lib/transport/http/wire';
import { coerceTexts } from './coerce';

/** A place of a request that says arguments. */
interface Source {
  place: 'query' | 'body' | 'path';
  says: Record<string, unknown>;
}

/**
 * The arguments of a call, from query, body and path. What is said twice must be said alike.
 * @param tool its name when there is no such tool
 * @throws VALIDATION_ERROR for a body that is no JSON object, or for places that contradict each other
 */
export async function readInput(
  request: WireRequest,
  tool: ToolDefinition | string,
  params: Record<string, string>,
  query: string,
): Promise<Record<string, unknown>> {
  const bodiless = request.method === 'GET' || request.method === 'HEAD';
  const body = bodiless ? {} : parseJsonObject(await request.text(), request.header('content-type'));
  if (typeof tool === 'string') return body;
  const fromQuery = query === '' ? [] : coerceTexts(tool, new URLSearchParams(query));
  const fromPath = coerceTexts(tool, Object.entries(params));
  const sources: Source[] = [
    { place: 'query', says: Object.fromEntries(fromQuery) },
    { place: 'body', says: body },
    { place: 'path', says: Object.fromEntries(fromPath) },
  ];
  refuseContradictions(sources);
  const [first, second, third] = sources.map(({ says }) => says);
  return { ...first, ...second, ...third };
}

function refuseContradictions(sources: readonly Source[]): void {
  for (const [index, later] of sources.entries()) {
    for (const earlier of sources.slice(0, index)) {
      const name = Object.keys(later.says).find((key) => isSaidOtherwise(earlier, later, key));
      if (name === undefined) continue;
      const message = `the ${earlier.place} and the ${later.place} say different things`;
      throw validationError([{ path: [name], message }]);
    }
  }
}

function isSaidOtherwise(earlier: Source, later: Source, name: string): boolean {
  return Object.hasOwn(earlier.says, name) && canonicalJson(earlier.says[name]) !== canonicalJson(later.says[name]);
}
