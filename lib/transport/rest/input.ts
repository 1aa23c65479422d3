import { validationError } from '@/lib/core/errors';
import { canonicalJson } from '@/lib/core/json';
import type { ToolDefinition } from '@/lib/core/tool';
import { findUnknownFields } from '@/lib/tools/unknown-fields';
import { parseJsonObject } from '@/lib/transport/http/json-body';
import { type BodyBounds, readJsonText } from '@/lib/transport/http/read-body';
import type { WireRequest } from '@/lib/transport/http/wire';
import { coerceTexts } from './coerce';

/** A part of a request that carries arguments. */
interface Source {
  place: 'query' | 'body' | 'path';
  values: Record<string, unknown>;
}

/** Where the arguments of a call stand. */
interface Inputs {
  params: Record<string, string>;
  query: string;
  bounds: BodyBounds;
}

/**
 * The arguments of a call, from query, body and path. An argument that is given twice must have the same value.
 * @throws PAYLOAD_TOO_LARGE · RATE_LIMITED for too many bytes · VALIDATION_ERROR for a body that is not a JSON object, or for parts that contradict each other
 */
export async function readInput(
  request: WireRequest,
  tool: Pick<ToolDefinition, 'input' | 'output' | 'listed'>,
  { params, query, bounds }: Inputs,
): Promise<Record<string, unknown>> {
  const bodiless = request.method === 'GET' || request.method === 'HEAD';
  const body = bodiless ? {} : parseJsonObject(await readJsonText(request, bounds), request.header('content-type'));
  // Left to runTool, which refuses it before anything is copied.
  if (findUnknownFields(tool.input, body)) return body;
  const fromQuery = query === '' ? [] : coerceTexts(tool, new URLSearchParams(query));
  const fromPath = coerceTexts(tool, Object.entries(params));
  const sources: Source[] = [
    { place: 'query', values: Object.fromEntries(fromQuery) },
    { place: 'body', values: body },
    { place: 'path', values: Object.fromEntries(fromPath) },
  ];
  refuseContradictions(sources);
  const [first, second, third] = sources.map(({ values }) => values);
  return { ...first, ...second, ...third };
}

function refuseContradictions(sources: readonly Source[]): void {
  for (const [index, later] of sources.entries()) {
    for (const earlier of sources.slice(0, index)) {
      const name = Object.keys(earlier.values).find((key) => differs(earlier, later, key));
      if (name === undefined) continue;
      const message = `the ${earlier.place} and the ${later.place} give different values`;
      throw validationError([{ path: [name], message }]);
    }
  }
}

function differs(earlier: Source, later: Source, name: string): boolean {
  return Object.hasOwn(later.values, name) && canonicalJson(earlier.values[name]) !== canonicalJson(later.values[name]);
}
