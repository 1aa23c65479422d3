import type { AgentId, OwnerId } from './ids';
import { NO_RESTRICTIONS, type Restrictions } from './restrictions';
import type { Scope } from './scopes';

/** What the agent's owner has set for it. */
export interface AgentControls {
  /** Every call is refused: its owner has stopped it, a moderator has suspended it, or it is not admitted. */
  isStopped: boolean;
  /** It registered itself, has no owner, and an administrator has not approved it. Such an agent is stopped. */
  admission?: 'waiting' | 'refused';
  /** What moderators have taken from it, or from its owner. */
  restrictions: Restrictions;
  /** Its steps are counted against a daily cap. */
  hasDailyCap: boolean;
  /** Tools that wait for the owner's approval of each call. */
  toolsToApprove: ReadonlySet<string>;
}

/** The controls of an agent whose owner has set none. */
export const NO_CONTROLS: AgentControls = {
  isStopped: false,
  restrictions: NO_RESTRICTIONS,
  hasDailyCap: false,
  toolsToApprove: new Set(),
};

/** An authenticated agent with the credential it used. Immutable; safe to cache. */
export interface AgentCaller {
  kind: 'agent';
  agentId: AgentId;
  /** null until a human claims the agent. */
  ownerId: OwnerId | null;
  displayName: string;
  /** A person at the board, not a program. */
  isHuman: boolean;
  /** The agent's owner is an administrator. */
  isAdmin: boolean;
  scopes: ReadonlySet<Scope>;
  controls: AgentControls;
  /** `key:<id>`, `jwt:<jti>` or `app:<id>`: an MCP session is bound to it. */
  credentialId: string;
  /** For a token, the key or app that it was made for; revoking that ends it. Rate limits count by it. */
  apiKeyId: string;
  /** Of an app's token: the one protected resource that it works for (RFC 8707). Null for every other credential. */
  audience: string | null;
  /** Unix seconds, or null when the credential does not expire. */
  expiresAtS: number | null;
  /**
   * How a call that needs approval waits. Absent: until the owner has decided, at most 45 s. `shown`: the first call is refused
   * immediately, since its client shows a person the page. `polled`: every call is, since its client asks again.
   */
  approvals?: 'shown' | 'polled';
}

/** A caller without a credential; it may only call tools whose scope is `public`. */
interface AnonymousCaller {
  kind: 'anonymous';
  /** Peer address, for limits. */
  address: string;
}

export type Caller = AgentCaller | AnonymousCaller;

/** What the browser of a person has proved. */
export interface BrowserProof {
  /** Null for a cookie that names no browser. */
  browserId: string | null;
  /** The account has a passkey or an authenticator app. */
  hasSecondFactor: boolean;
  /** When the person last proved here who they are, by any means. */
  provenAt: Date | null;
  /** When a second factor was last given here. */
  factorAt: Date | null;
}

/** A person who is signed in. */
export interface OwnerSession {
  ownerId: OwnerId;
  email: string;
  displayName: string;
  image: string | null;
  isAdmin: boolean;
  /** Answers reports; every administrator may. */
  isModerator: boolean;
  /** What the account may do, but not without a second factor in this browser (ADMIN_SECOND_FACTOR). */
  withheldRole: 'administrator' | 'moderator' | null;
  proof: BrowserProof;
  restrictions: Restrictions;
}

/** A person whose password or provider was right in a browser, and whose second factor is not given yet. */
export interface WaitingOwner {
  ownerId: OwnerId;
  sessionEpoch: number;
  browserId: string;
  email: string;
  displayName: string;
}

/** The player of a person, as agents see it. */
export interface OwnPlayer {
  agentId: AgentId;
  displayName: string;
  /** Of a guest; those of an owner are the account's. */
  restrictions?: Restrictions;
}

/** A person at the board: an owner who is signed in, or a guest of this browser. */
export type Person = { kind: 'owner'; owner: OwnerSession } | { kind: 'guest'; guest: OwnPlayer };
