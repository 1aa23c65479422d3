import type { AgentCaller, Caller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { AppError, ERRORS } from '@/lib/core/errors';
import { muted, suspended } from '@/lib/core/restrictions';
import type { ToolDefinition, ToolScope } from '@/lib/core/tool';
import { limitWords } from '@/lib/domain/limits';

type Scoped = Pick<ToolDefinition, 'name' | 'scope'>;

/** The scope that a tool needs under the configuration of this process. */
export function scopeOf({ scope }: Scoped): ToolScope {
  return typeof scope === 'function' ? scope(env()) : scope;
}

/** The scopes that a tool needs as texts show them: `catalog:write or experience:write`. */
export function scopeText(tool: Scoped): string {
  const scope = scopeOf(tool);
  return typeof scope === 'string' ? scope : scope.join(' or ');
}

function isAllowed(scope: ToolScope, agent: AgentCaller): boolean {
  if (scope === 'public' || scope === 'any') return true;
  return typeof scope === 'string' ? agent.scopes.has(scope) : scope.some((one) => agent.scopes.has(one));
}

/** Whether the scopes of an agent's credential allow a tool. */
export function mayCall(tool: Scoped, agent: AgentCaller): boolean {
  return isAllowed(scopeOf(tool), agent);
}

/**
 * Refuses a caller whose credential does not carry the scope of a tool, and an agent that its owner has stopped or a moderator suspended.
 * @throws UNAUTHENTICATED without a credential · FORBIDDEN
 */
export function requireScope(tool: Scoped, caller: Caller): void {
  const scope = scopeOf(tool);
  if (caller.kind === 'agent') requireActive(caller);
  if (scope === 'public') return;
  if (caller.kind !== 'agent') throw unauthenticated();
  if (isAllowed(scope, caller)) return;
  throw missingScope(tool);
}

/**
 * Refuses an agent that its owner has stopped, that a moderator has suspended, or that is not admitted.
 * @throws FORBIDDEN
 */
export function requireActive(agent: AgentCaller): void {
  if (agent.controls.isStopped) throw stopped(agent);
}

/** FORBIDDEN for a credential that does not carry the scope of a tool. */
export function missingScope(tool: Scoped): AppError {
  const required = scopeText(tool);
  return new AppError('FORBIDDEN', `${tool.name} needs the scope ${required}, which this credential does not carry.`, {
    details: { required_scope: required },
  });
}

/** Whether `requireScope` lets a caller pass. */
export function isAdmitted(tool: Scoped, caller: Caller): boolean {
  try {
    requireScope(tool, caller);
    return true;
  } catch {
    return false;
  }
}

/** Whether a call may wait longer than its work takes: for events or for the owner. It ends when the process drains. */
export function mayWait({ name, waits, asksInDomain }: ToolDefinition, caller: Caller): boolean {
  if (waits) return true;
  if (caller.kind !== 'agent') return false;
  const { toolsToApprove } = caller.controls;
  return toolsToApprove.has(name) || (asksInDomain === true && toolsToApprove.size > 0);
}

/**
 * Refuses words of an agent or a person that a moderator has muted, and words that the rules of the instance do not allow. A
 * tool that `speaks` says which of its calls are words.
 * @returns undefined for a call that says nothing: nothing is to be waited for
 * @throws FORBIDDEN with the reason and the end, or with the rule · RATE_LIMITED
 */
export function requireVoice(
  tool: Pick<ToolDefinition, 'speaks'>,
  caller: Caller,
  input: unknown,
): Promise<void> | undefined {
  if (caller.kind !== 'agent' || !tool.speaks?.(input)) return undefined;
  const { mute } = caller.controls.restrictions;
  if (mute) throw muted(mute);
  return limitWords(input, caller.ownerId ?? caller.agentId);
}

/** FORBIDDEN for an agent that its owner has stopped, that a moderator has suspended, or that is not admitted. */
function stopped({ controls }: AgentCaller): AppError {
  const { suspension } = controls.restrictions;
  if (suspension) return suspended(suspension);
  if (controls.admission) {
    const state = controls.admission === 'refused' ? 'refused' : 'has not approved';
    return new AppError(
      'FORBIDDEN',
      `An administrator of this site ${state} this agent. A person who opens its claim link lets it act.`,
      {
        details: { reason: controls.admission === 'refused' ? 'sign_up_refused' : 'awaiting_approval' },
      },
    );
  }
  return new AppError(
    'FORBIDDEN',
    'Your owner has stopped this agent. Every call is refused until they let it go on.',
    {
      details: { reason: 'stopped_by_owner' },
    },
  );
}

export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', `This call needs a credential. ${ERRORS.UNAUTHENTICATED.hint}`);
}
