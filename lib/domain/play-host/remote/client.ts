import { AppError } from '@/lib/core/errors';
import type { PlayableExperience } from '@/lib/domain/catalog';
import { findBearerToken, withheldHint } from '@/lib/domain/credentials';
import { countExperienceCall } from '@/lib/domain/failures';
import { shareOfAgent } from '@/lib/domain/limits';
import {
  type CallContext,
  type ExperienceClient,
  type ExperienceTarget,
  OutcomeUnknownError,
  originOf,
  sharedRemoteClient,
} from '@/lib/gateway';

/** The client of a remote experience for one agent, and the context that each of the agent's calls has. */
export interface AgentClient {
  client: ExperienceClient;
  /** The token that the agent stored for the server, never the agent's own key, and whose share of the places a call uses. */
  context: Pick<CallContext, 'bearerToken' | 'share'>;
  /** Why a stored token is not sent; null when none is withheld. */
  withheld: string | null;
}

/** The token is chosen for the origin of the address that this client calls, whatever becomes of the experience meanwhile. */
export async function clientFor(experience: PlayableExperience, agentId: string): Promise<AgentClient> {
  const { target } = experience;
  if (target === null) throw new Error(`${experience.id} is not a remote experience`);
  const client = sharedRemoteClient(target);
  const { bearerToken, withheld } = await findTokenFor(target, agentId);
  return {
    client: counted(explainRefusals(client, withheld), experience.id),
    context: { bearerToken, share: shareOfAgent(agentId) },
    withheld,
  };
}

/** A client whose calls are counted for the publisher, with those that fail. A call that the agent gave up says nothing. */
function counted(client: ExperienceClient, experienceId: string): ExperienceClient {
  const count = (tool: string, args: Record<string, unknown>, context: CallContext, startedMs: number) => {
    const call = { experienceId, tool, args, secrets: context.secrets };
    return (thrown: unknown) => {
      if (context.signal?.aborted) return;
      countExperienceCall({ ...call, durationMs: performance.now() - startedMs, thrown });
    };
  };
  return {
    callTool: async (tool, args, context = {}) => {
      const done = count(tool, args, context, performance.now());
      try {
        const answer = await client.callTool(tool, args, context);
        done(null);
        return answer;
      } catch (thrown) {
        done(thrown);
        throw thrown;
      }
    },
    openSession: async (context = {}) => {
      const done = count('initialize', {}, context, performance.now());
      return client.openSession(context).catch((thrown: unknown) => {
        done(thrown);
        throw thrown;
      });
    },
    listTools: (...call) => client.listTools(...call),
    describeServer: (...call) => client.describeServer(...call),
    closeSession: (...call) => client.closeSession(...call),
    close: (...call) => client.close(...call),
  };
}

/** The token for calls to a server, and why it is not sent when it is withheld. */
export async function findTokenFor(
  { id, url }: ExperienceTarget,
  agentId: string,
): Promise<{ bearerToken: string | null; withheld: string | null }> {
  const origin = originOf(url);
  const { token, isWithheld } = await findBearerToken({ agentId, experienceId: id, origin });
  return { bearerToken: token, withheld: isWithheld ? withheldHint(origin) : null };
}

/** A client whose errors say, where a credential was withheld, that this is why the server refused. */
function explainRefusals(client: ExperienceClient, withheld: string | null): ExperienceClient {
  if (withheld === null) return client;
  const explain = (thrown: unknown) => {
    throw withWithheld(thrown, withheld);
  };
  return {
    callTool: (...call) => client.callTool(...call).catch(explain),
    listTools: (...call) => client.listTools(...call).catch(explain),
    describeServer: (...call) => client.describeServer(...call).catch(explain),
    openSession: (...call) => client.openSession(...call).catch(explain),
    closeSession: (...call) => client.closeSession(...call),
    close: (...call) => client.close(...call),
  };
}

const REFUSALS = new Set(['EXPERIENCE_AUTH_FAILED', 'EXPERIENCE_ERROR']);

/** An error of a server that got no stored credential, with the reason in `details.credential_hint`. */
export function withWithheld(thrown: unknown, withheld: string | null): unknown {
  if (withheld === null || !(thrown instanceof AppError) || !REFUSALS.has(thrown.code)) return thrown;
  const { code, message, internal, retryable, retryAfterS, cause } = thrown;
  const details = { ...thrown.details, credential_hint: withheld };
  const ErrorClass = thrown instanceof OutcomeUnknownError ? OutcomeUnknownError : AppError;
  return new ErrorClass(code, message, { details, internal, retryable, retryAfterS, cause });
}
