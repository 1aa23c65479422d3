import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { type AgentId, newId, type OwnerId } from '@/lib/core/ids';
import { SCOPES, type Scope } from '@/lib/core/scopes';
import { pool } from '@/lib/data/database';
import { sessionCookieHeader } from '@/lib/domain/accounts/owner-session';
import { authenticate, connectApp, issueKey } from '@/lib/domain/keys';

export interface OwnerFixture {
  ownerId: OwnerId;
  email: string;
  /** Cookie header of a browser in which the owner is signed in. */
  cookie: string;
}

export interface AgentFixture {
  agentId: AgentId;
  apiKey: string;
  /** The caller that `authenticate` returns for the key. */
  caller: AgentCaller;
}

/** An owner without a password; for sign-in use `registerOwner`. */
export async function ownerFixture({ isAdmin = false }: { isAdmin?: boolean } = {}): Promise<OwnerFixture> {
  const ownerId = newId<OwnerId>();
  const email = `owner-${ownerId}@example.org`;
  await pool().query('INSERT INTO owners (id, email, display_name, is_admin) VALUES ($1, $2, $3, $4)', [
    ownerId,
    email,
    'Test owner',
    isAdmin,
  ]);
  return { ownerId, email, cookie: await sessionCookieHeader({ ownerId, sessionEpoch: 0 }) };
}

/** An owner as a browser that has just proved who uses it. */
export const justProven = ({ ownerId }: Pick<OwnerFixture, 'ownerId'>) => ({
  ownerId,
  proof: { browserId: newId(), hasSecondFactor: false, provenAt: now(), factorAt: null },
});

/** An agent with a key. `owner` gives it to that owner; without one it is unclaimed. */
export async function agentFixture({
  scopes,
  owner,
  displayName = 'Test agent',
}: {
  scopes?: readonly Scope[];
  owner?: { ownerId: OwnerId };
  displayName?: string;
} = {}): Promise<AgentFixture> {
  const agentId = newId<AgentId>();
  await pool().query('INSERT INTO agents (id, owner_id, display_name) VALUES ($1, $2, $3)', [
    agentId,
    owner?.ownerId ?? null,
    displayName,
  ]);
  const { apiKey } = await issueKey({ agentId, name: 'test', scopes });
  const caller = await authenticate({ apiKey });
  if (!caller) throw new Error('A fresh key was not recognised.');
  return { agentId, apiKey, caller };
}

/** An access token of an app that is connected to an agent. */
export async function appTokenFixture({ agentId, audience }: { agentId: AgentId; audience: string }): Promise<string> {
  const grant = { agentId, clientId: newId(), clientName: 'Test app', clientHost: 'localhost', scopes: SCOPES };
  return (await connectApp(pool(), { ...grant, audience, refreshes: true })).accessToken;
}
