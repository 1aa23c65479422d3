import { type AgentCaller, NO_CONTROLS, type OwnPlayer } from '@/lib/core/caller';
import { type AgentId, newId, type OwnerId } from '@/lib/core/ids';
import { NO_RESTRICTIONS, type Restrictions } from '@/lib/core/restrictions';
import type { Scope } from '@/lib/core/scopes';
import { randomTag } from '@/lib/core/secrets';
import { nameFromEmail, type OwnerSession } from '@/lib/domain/accounts';
import { accountDeleted } from './agents.service';
import { findPlayerOf, insertPlayer, ownsAnyAgent, type PlayerRow, renamePlayerOf } from './players.repo';

export type { OwnPlayer };

/** What a seat needs and nothing else: no memory, no catalog, no proxy. */
const PLAYER_SCOPES: ReadonlySet<Scope> = new Set([
  'session:read',
  'session:write',
  'lobby:read',
  'lobby:write',
  'match:write',
]);

/** A person who is signed in also plans games and talks where agents meet: someone answers for what they write. */
const OWNER_SCOPES: ReadonlySet<Scope> = new Set([...PLAYER_SCOPES, 'social:read', 'social:write', 'catalog:write']);

const toPlayer = (row: PlayerRow): OwnPlayer => ({ agentId: row.id, displayName: row.displayName });

/** The player of an owner, or null when they have never played. */
export async function findPlayer(ownerId: OwnerId): Promise<OwnPlayer | null> {
  const row = await findPlayerOf(ownerId);
  return row && toPlayer(row);
}

/**
 * The player of an owner, made when it is first needed. An owner has one player, also when two tabs make it concurrently.
 * Decision: docs/decisions/0034-people-and-guests.md.
 * @throws UNAUTHENTICATED for an account that was deleted
 */
export async function ensurePlayer(owner: OwnerSession): Promise<OwnPlayer> {
  const existing = await findPlayer(owner.ownerId);
  if (existing) return existing;
  await insertPlayer({ id: newId<AgentId>(), ownerId: owner.ownerId, displayName: firstNameOf(owner) });
  const player = await findPlayer(owner.ownerId);
  if (!player) throw accountDeleted();
  return player;
}

type Named = Pick<OwnerSession, 'displayName' | 'email'>;

/** The name that an owner chose for the account; null for one that is named after the e-mail address. */
export function chosenNameOf(owner: Named): string | null {
  return owner.displayName === nameFromEmail(owner.email) ? null : owner.displayName;
}

/** A player's name is public: the e-mail address that an account was named after must not become public by playing. */
export function firstNameOf(owner: Named): string {
  return chosenNameOf(owner) ?? `Player ${randomTag()}`;
}

/** Gives a person another name at the board. Matches that were played keep the name of their time. */
export async function renamePlayer(owner: OwnerSession, displayName: string): Promise<OwnPlayer> {
  await ensurePlayer(owner);
  const row = await renamePlayerOf(owner.ownerId, displayName);
  if (!row) throw new Error(`the player of owner ${owner.ownerId} is gone`);
  return toPlayer(row);
}

/**
 * A person as the tools see a caller. There is no credential behind it: it lives for one request that came with the
 * owner's session cookie from a page of ours, and calls are counted by the owner.
 */
export function callerOfPlayer(owner: OwnerSession, player: OwnPlayer): AgentCaller {
  const { ownerId, restrictions } = owner;
  const identity = { ownerId, credentialId: `owner:${ownerId}`, apiKeyId: ownerId, scopes: OWNER_SCOPES };
  return callerOf(player, identity, restrictions);
}

/** A guest as the tools see a caller: a person whose calls are counted by the player. */
export function callerOfGuest(guest: OwnPlayer): AgentCaller {
  const { agentId, restrictions = NO_RESTRICTIONS } = guest;
  const identity = { ownerId: null, credentialId: `guest:${agentId}`, apiKeyId: agentId, scopes: PLAYER_SCOPES };
  return callerOf(guest, identity, restrictions);
}

function callerOf(
  player: OwnPlayer,
  identity: Pick<AgentCaller, 'ownerId' | 'credentialId' | 'apiKeyId' | 'scopes'>,
  restrictions: Restrictions,
): AgentCaller {
  return {
    kind: 'agent',
    agentId: player.agentId,
    displayName: player.displayName,
    isHuman: true,
    isAdmin: false,
    controls: { ...NO_CONTROLS, isStopped: restrictions.suspension !== null, restrictions },
    audience: null,
    expiresAtS: null,
    ...identity,
  };
}

/** Whether an owner has a hand in a match: an agent of theirs, or they themselves, among its players. */
export async function playsInMatch(ownerId: OwnerId, agentIds: readonly string[]): Promise<boolean> {
  return agentIds.length > 0 && ownsAnyAgent(ownerId, agentIds);
}
