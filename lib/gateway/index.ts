import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import type { BuiltinHost, ExperienceClient, ExperienceTarget } from './experience-client';
import { allowedPrivateHosts, checkUrl, GuardError, mayNotCall } from './guard';
import { McpClient } from './mcp-client';
import { OUTBOUND_LIMITS, Outbound, type OutboundLimits } from './outbound';
import { RestClient } from './rest-client';

export * from './experience-client';
export { checkUrl, GuardError } from './guard';
export { OUTBOUND_LIMITS } from './outbound';
export { OutcomeUnknownError } from './outcome-unknown';
export { opensWebSocket } from './websocket';

const MAX_CLIENTS = 500;

interface Held {
  address: string;
  client: ExperienceClient;
}

const clients = () => once('gateway.clients', () => new Map<string, Held>());

function builtinClient(target: ExperienceTarget, host: BuiltinHost): ExperienceClient {
  return {
    call: (tool, args, context) => host.call(target, tool, args, context),
    listTools: async () => [],
    close: async () => undefined,
  };
}

function addressOf(target: ExperienceTarget): string {
  return `${target.kind} ${(target.kind === 'mcp' ? target.serverUrl : target.baseUrl) ?? ''}`;
}

/**
 * A client of a remote experience that nobody else uses; close it.
 * @throws EXPERIENCE_UNREACHABLE when its address may not be called.
 */
export function remoteClient(target: ExperienceTarget, limits: OutboundLimits = OUTBOUND_LIMITS): ExperienceClient {
  const allowed = allowedPrivateHosts();
  const text = (target.kind === 'mcp' ? target.serverUrl : target.baseUrl) ?? '';
  try {
    const url = checkUrl(text, { allowed });
    const outbound = new Outbound(allowed, limits);
    return target.kind === 'mcp' ? new McpClient(outbound, url) : new RestClient(outbound, url);
  } catch (thrown) {
    throw thrown instanceof GuardError ? mayNotCall(thrown) : thrown;
  }
}

function retire(id: string, held: Held): void {
  clients().delete(id);
  held.client
    .close()
    .catch((error: unknown) => log.warn({ err: error, experience: id }, 'a gateway client did not close cleanly'));
}

/**
 * The client of a remote experience, one for each experience and process: its connections, its breaker and its cap are
 * shared by everyone who plays it. An experience that moved gets a new one.
 * @throws EXPERIENCE_UNREACHABLE when its address may not be called.
 */
export function sharedRemoteClient(target: ExperienceTarget): ExperienceClient {
  const address = addressOf(target);
  const held = clients().get(target.id);
  if (held?.address === address) return held.client;
  if (held) retire(target.id, held);
  const client = remoteClient(target);
  clients().set(target.id, { address, client });
  const oldest = clients().entries().next().value;
  if (clients().size > MAX_CLIENTS && oldest) retire(oldest[0], oldest[1]);
  return client;
}

/**
 * The client of any experience: whoever plays need not know where it runs.
 * @throws EXPERIENCE_UNREACHABLE when its address may not be called.
 */
export function experienceClient(target: ExperienceTarget, host: BuiltinHost): ExperienceClient {
  return target.kind === 'builtin' ? builtinClient(target, host) : sharedRemoteClient(target);
}

/** Closes the client of one experience: after it was deleted. */
export async function closeExperienceClient(experienceId: string): Promise<void> {
  const held = clients().get(experienceId);
  clients().delete(experienceId);
  await held?.client.close();
}

/** Closes every client; for a clean stop. */
export async function closeExperienceClients(): Promise<void> {
  const all = [...clients().values()];
  clients().clear();
  await Promise.allSettled(all.map(({ client }) => client.close()));
}
