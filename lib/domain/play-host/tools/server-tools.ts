import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { isContractAction, type UpstreamTool } from '@/lib/gateway';
import { clientFor } from '../remote/client';

const MAX_CACHED = 500;
const MAX_AGE_MS = 60_000;

/** Lists that servers answered, by experience, address and credential. */
const cache = () =>
  once(
    'play_host.server_tools',
    () => new LRUCache<string, Promise<readonly UpstreamTool[]>>({ max: MAX_CACHED, ttl: MAX_AGE_MS }),
  );

/**
 * The tools of a server: those that were verified, so that agents read no text that appeared since; where none are
 * known, those that the server lists now. Calls of the contract of experiences are not among them: `callServerTool` refuses
 * them.
 * @throws the experience's errors
 */
export async function findServerTools(request: {
  experience: PlayableExperience;
  /** Its credentials may show it more tools than others see. */
  agentId: string;
  /** The agent's MCP session; null for a shared one. */
  upstreamSessionId: string | null;
  signal?: AbortSignal;
}): Promise<readonly UpstreamTool[]> {
  return (await listTools(request)).filter(({ name }) => !isContractAction(name));
}

async function listTools(request: Parameters<typeof findServerTools>[0]): Promise<readonly UpstreamTool[]> {
  const { experience, agentId, upstreamSessionId, signal } = request;
  if (experience.tools) return experience.tools;
  const { client, context } = await clientFor(experience, agentId);
  const server = `${experience.id} ${experience.target?.url}`;
  const key = context.bearerToken ? `${server} ${agentId}` : server;
  const cached = cache().get(key);
  if (cached) return cached;
  const listing = client.listTools({ ...context, upstreamSessionId, signal });
  cache().set(key, listing);
  listing.catch(() => {
    if (cache().peek(key) === listing) cache().delete(key);
  });
  return listing;
}
