import { type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import type { Issue } from '@/lib/core/errors';

/** The protocol's own name for the shape of each request that is left to the SDK. */
const SHAPES: ReadonlyMap<string, SpecTypeName> = new Map([
  ['resources/list', 'ListResourcesRequest'],
  ['resources/templates/list', 'ListResourceTemplatesRequest'],
  ['resources/read', 'ReadResourceRequest'],
  ['resources/subscribe', 'SubscribeRequest'],
  ['resources/unsubscribe', 'UnsubscribeRequest'],
  ['prompts/list', 'ListPromptsRequest'],
  ['prompts/get', 'GetPromptRequest'],
  ['completion/complete', 'CompleteRequest'],
]);

const MOST_ISSUES = 20;

/**
 * What is wrong with the params of a request, each with its path below `params`; null when nothing is. In the handshake
 * era the SDK would call such a fault an internal error of ours (-32603) and show its validator's words.
 */
export async function findRequestFaults(method: string, params: Record<string, unknown>): Promise<Issue[] | null> {
  const shape = SHAPES.get(method);
  if (!shape) return null;
  const checked = await specTypeSchemas[shape]['~standard'].validate({ method, params });
  if (!checked.issues) return null;
  return checked.issues.slice(0, MOST_ISSUES).map(({ path = [], message }) => ({
    path: path.slice(1).map((step) => plainKey(typeof step === 'object' ? step.key : step)),
    message,
  }));
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}
