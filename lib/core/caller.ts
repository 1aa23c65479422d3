import type { AgentId, OwnerId } from './ids';
import type { Scope } from './scopes';

/** An authenticated agent with the credential it used. Immutable; safe to cache. */
export interface AgentCaller {
  kind: 'agent';
  agentId: AgentId;
  /** null until a human claims the agent. */
  ownerId: OwnerId | null;
  displayName: string;
  /** The agent's owner is an administrator. */
  isAdmin: boolean;
  scopes: ReadonlySet<Scope>;
  /** `key:<id>` or `jwt:<jti>`: what an MCP session is bound to and what rate limits count by. */
  credentialId: string;
  /** For a token, the key it was made from; revoking that key ends it. */
  apiKeyId: string;
  /** Unix seconds, or null when the credential does not expire. */
  expiresAtS: number | null;
}

/** Nobody in particular: may only call tools whose scope is `public`. */
export interface AnonymousCaller {
  kind: 'anonymous';
  /** Peer address, for limits. */
  address: string;
}

export type Caller = AgentCaller | AnonymousCaller;
