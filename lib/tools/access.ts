import type { AgentCaller, Caller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { AppError, ERRORS } from '@/lib/core/errors';
import type { ToolDefinition, ToolScope } from '@/lib/core/tool';

type Scoped = Pick<ToolDefinition, 'name' | 'scope'>;

/** The scope that a tool needs under the configuration of this process. */
export function scopeOf({ scope }: Scoped): ToolScope {
  return typeof scope === 'function' ? scope(env()) : scope;
}

/** Whether the scopes of an agent's credential allow a tool. */
export function mayCall(tool: Scoped, agent: AgentCaller): boolean {
  const scope = scopeOf(tool);
  return scope === 'public' || scope === 'any' || agent.scopes.has(scope);
}

/**
 * Refuses a caller whose credential does not carry the scope of a tool.
 * @throws UNAUTHENTICATED without a credential · FORBIDDEN
 */
export function requireScope(tool: Scoped, caller: Caller): void {
  const scope = scopeOf(tool);
  if (scope === 'public') return;
  if (caller.kind !== 'agent') throw unauthenticated();
  if (scope === 'any' || caller.scopes.has(scope)) return;
  throw new AppError('FORBIDDEN', `${tool.name} needs the scope ${scope}, which this credential does not carry.`, {
    details: { required_scope: scope },
  });
}

export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', `This call needs a credential. ${ERRORS.UNAUTHENTICATED.hint}`);
}
