import { type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import type { Issue } from '@/lib/core/errors';

/** The protocol's schema of each request that the SDK answers. */
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

const MAX_ISSUES = 20;

/**
 * The faults in the params of a request, each with its path below `params`; null without a fault. In the handshake
 * revisions the SDK would answer them with an internal error (-32603) and its validator's text.
 */
export async function findRequestFaults(method: string, params: Record<string, unknown>): Promise<Issue[] | null> {
  const shape = SHAPES.get(method);
  if (!shape) return null;
  const checked = await specTypeSchemas[shape]['~standard'].validate({ method, params });
  if (!checked.issues) return null;
  return checked.issues.slice(0, MAX_ISSUES).map(({ path = [], message }) => ({
    path: path.slice(1).map((step) => plainKey(typeof step === 'object' ? step.key : step)),
    message,
  }));
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}
