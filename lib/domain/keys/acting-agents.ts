import type { AgentControls } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { suspended } from '@/lib/core/restrictions';
import type { Scope } from '@/lib/core/scopes';
import type { Queryable } from '@/lib/data/database';
import { busHealthy } from '@/lib/events/index';
import { cacheUntilChanges } from './credential-cache';
import { type ActingAgentRow, findActingAgents } from './credentials.repo';
import { controlsOf, RECHECK_MS } from './credentials.service';

/**
 * An agent for which something happens without a call of it: a vote or an event that seats it, an answer of its endpoint.
 * What its owner allows holds as for a call.
 */
export interface ActingAgent {
  agentId: AgentId;
  ownerId: OwnerId | null;
  displayName: string;
  controls: AgentControls;
  /** What its working keys allow together; null for a person, who has no keys. */
  scopes: ReadonlySet<string> | null;
}

/** The agents of these ids that exist, as their owners allow them now. One statement. */
export async function readActingAgents(agentIds: readonly string[], on?: Queryable): Promise<Map<string, ActingAgent>> {
  if (agentIds.length === 0) return new Map();
  const rows = await findActingAgents(agentIds, now(), on);
  return new Map(rows.map((row) => [row.id, toActingAgent(row)]));
}

const toActingAgent = (row: ActingAgentRow): ActingAgent => ({
  agentId: row.id,
  ownerId: row.owner_id,
  displayName: row.display_name,
  controls: controlsOf(row),
  scopes: row.kind === 'agent' ? new Set(row.scopes) : null,
});

/** What happens for an agent is the same as a call of one of `tools`, with `scope`. */
export interface ActOfAgent {
  tools: readonly string[];
  scope: Scope;
}

interface Permitted {
  agent: ActingAgent;
  keyIds: ReadonlySet<string>;
}

/** Agents that nothing hindered the last time. */
const permitted = () =>
  once('keys.permitted_agents', () =>
    cacheUntilChanges<Permitted>(
      ({ apiKeyId = '', agentId, ownerId }, { agent, keyIds }) =>
        keyIds.has(apiKeyId) || agent.agentId === agentId || agent.ownerId === ownerId,
    ),
  );

/**
 * An agent, and what hinders an act of it now. One statement; none while an agent that nothing hindered is trusted, which is as long
 * as a credential is (docs/decisions/0028-credential-cache.md).
 */
export async function judgeActOf(
  agentId: string,
  act: ActOfAgent,
): Promise<{ agent: ActingAgent | undefined; hindrance: AppError | null }> {
  const cache = permitted();
  const at = now();
  const trusted = busHealthy() ? cache.get(agentId, at.getTime()) : null;
  if (trusted && !findHindrance(trusted.agent, act)) return { agent: trusted.agent, hindrance: null };
  const { generation } = cache;
  const [row] = await findActingAgents([agentId], at);
  const agent = row && toActingAgent(row);
  const hindrance = findHindrance(agent, act);
  // A change that arrived meanwhile may be newer than what was read.
  if (agent && !hindrance && cache.generation === generation) {
    const freshUntilMs = Math.min(
      row.first_key_ends_at?.getTime() ?? Number.POSITIVE_INFINITY,
      at.getTime() + RECHECK_MS,
    );
    cache.put(agentId, { holder: { agent, keyIds: new Set(row.key_ids) }, freshUntilMs });
  }
  return { agent, hindrance };
}

/**
 * Why something that is the same as a call of one of `tools` may not happen for an agent now; null when it may. An owner who wants
 * to approve each call cannot be asked here: the agent must call the tool.
 */
export function findHindrance(agent: ActingAgent | undefined, { tools, scope }: ActOfAgent): AppError | null {
  if (!agent) return new AppError('NOT_FOUND', 'This agent does not exist any more.');
  const { controls, scopes } = agent;
  if (controls.restrictions.suspension) return suspended(controls.restrictions.suspension);
  if (controls.isStopped) {
    return new AppError('FORBIDDEN', 'The owner of this agent has stopped it.', {
      details: { reason: 'stopped_by_owner' },
    });
  }
  if (scopes && !scopes.has(scope)) {
    return new AppError('FORBIDDEN', `No working key of this agent carries the scope ${scope} of ${tools[0]}.`, {
      details: { required_scope: scope },
    });
  }
  const tool = tools.find((name) => controls.toolsToApprove.has(name));
  if (tool === undefined) return null;
  return new AppError('FORBIDDEN', `The owner of this agent approves each call of ${tool}. Call ${tool} to ask.`, {
    details: { reason: 'needs_approval', next: tool },
  });
}
