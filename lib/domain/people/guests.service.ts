import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import type { AgentCaller, OwnerSession, OwnPlayer, Person } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { type AgentId, newId } from '@/lib/core/ids';
import { toRestrictions } from '@/lib/core/restrictions';
import type { Queryable } from '@/lib/data/database';
import { announceCredentialChange, cookieValue, readOwner, usesSecureCookies } from '@/lib/domain/accounts';
import { addressBlock, hashAddress, takeLimit } from '@/lib/domain/limits';
import { guestName } from './guest-names';
import { deleteGuestRow, endGuestRow, findGuest, giveGuestToOwner, insertGuest, touchGuest } from './guests.repo';
import { callerOfGuest, callerOfPlayer, ensurePlayer, findPlayer, firstNameOf, playsInMatch } from './players.service';

/** A guest that has started or joined no game for this long is removed. */
export const GUEST_KEPT_DAYS = 30;
const COOKIE_MAX_AGE_S = GUEST_KEPT_DAYS * 24 * 3600;
/** Makes the key of this cookie another one than that of the session cookie: neither is read as the other. */
const SALT = 'guest';

const cookieForm = z.object({ guest: z.uuid() });

export type { Person };

function cookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}botplay.guest`;
}

/** The Set-Cookie header that makes a browser that of a guest. */
async function guestSetCookie({ agentId }: OwnPlayer): Promise<string> {
  const secret = env().NEXTAUTH_SECRET;
  const token = await encode({ token: { guest: agentId }, secret, salt: SALT, maxAge: COOKIE_MAX_AGE_S });
  const secure = usesSecureCookies() ? '; Secure' : '';
  return `${cookieName()}=${token}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`;
}

async function guestIdOf(cookieHeader: string | null): Promise<AgentId | null> {
  const token = cookieHeader && cookieValue(cookieHeader, cookieName());
  if (!token) return null;
  const contents = await decode({ token, secret: env().NEXTAUTH_SECRET, salt: SALT }).catch(() => null);
  const cookie = cookieForm.safeParse(contents);
  return cookie.success ? (cookie.data.guest as AgentId) : null;
}

/**
 * Who sits at this browser, from a Cookie header: the owner who is signed in, else its guest. One query for each cookie.
 * @returns null for a visitor who has not played, and for a guest that has signed up or was removed
 */
export async function readPerson(cookieHeader: string | null): Promise<Person | null> {
  const owner = await readOwner(cookieHeader);
  if (owner) return { kind: 'owner', owner };
  const guestId = await guestIdOf(cookieHeader);
  const row = guestId && (await findGuest(guestId));
  if (!row) return null;
  const { id: agentId, displayName } = row;
  return { kind: 'guest', guest: { agentId, displayName, restrictions: toRestrictions(row.restrictions) } };
}

/** The player of a person; null for an owner who has never played. */
export async function findPlayerOf(person: Person): Promise<OwnPlayer | null> {
  return person.kind === 'guest' ? person.guest : findPlayer(person.owner.ownerId);
}

/** A person as the tools see a caller; the player of an owner is made when it is first needed. */
export async function callerOfPerson(person: Person): Promise<AgentCaller> {
  if (person.kind === 'guest') return callerOfGuest(person.guest);
  return callerOfPlayer(person.owner, await ensurePlayer(person.owner));
}

/** Whether a person has a hand in a match: themselves or an agent of theirs among its players. */
export async function personPlays(person: Person, agentIds: readonly string[]): Promise<boolean> {
  if (person.kind === 'guest') return agentIds.includes(person.guest.agentId);
  return playsInMatch(person.owner.ownerId, agentIds);
}

/** What requests of a person count by: all tabs of an owner or a guest together. */
export function limitKeyOf(person: Person): string {
  return person.kind === 'guest' ? person.guest.agentId : person.owner.ownerId;
}

/**
 * The person of a request that starts or joins a game: a visitor becomes a guest, and a guest's time begins anew.
 * @param args.setCookie adds a Set-Cookie header to the answer
 * @throws RATE_LIMITED by address
 */
export async function ensurePerson(args: {
  person: Person | null;
  address: string;
  setCookie: (cookie: string) => void;
}): Promise<Person> {
  const { person } = args;
  if (person?.kind === 'owner') return person;
  const existing = person && (await touchGuest(person.guest.agentId)) ? person.guest : null;
  const guest = existing ?? (await addGuest(args.address));
  args.setCookie(await guestSetCookie(guest));
  return { kind: 'guest', guest };
}

/** A guest cannot choose a name: nobody answers for it. */
async function addGuest(address: string): Promise<OwnPlayer> {
  await takeLimit('guest', addressBlock(address));
  const guest = { agentId: newId<AgentId>(), displayName: guestName() };
  const registeredFrom = hashAddress(address);
  await insertGuest({ id: guest.agentId, displayName: guest.displayName, registeredFrom });
  return guest;
}

/**
 * Makes the guest of a browser the player of the owner who signs in there: its games, also the one that is running, are
 * the owner's from then on. An owner who has a player already keeps that one, and the guest stays apart.
 * Decision: docs/decisions/0034-people-and-guests.md.
 */
export async function adoptGuest(
  owner: Pick<OwnerSession, 'ownerId' | 'displayName' | 'email'>,
  cookieHeader: string | null,
): Promise<void> {
  const guestId = await guestIdOf(cookieHeader);
  if (!guestId) return;
  const isGiven = await giveGuestToOwner({ guestId, ownerId: owner.ownerId, displayName: firstNameOf(owner) });
  if (isGiven) await announceCredentialChange({ agentId: guestId, ended: false });
}

/** Ends a guest that has played nothing since `before`. False when it has come back or signed up in the meantime. */
export async function endGuest(client: Queryable, id: string, before: Date): Promise<boolean> {
  return endGuestRow(client, id, before);
}

/** Deletes a guest that has ended and that no record names. */
export async function deleteGuest(client: Queryable, id: string): Promise<void> {
  await deleteGuestRow(client, id);
}
