import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { signInPath } from '@/components/console/safe-callback';
import { type OwnerSession, readOwner, readWaitingOwner, type WaitingOwner } from '@/lib/domain/accounts';
import { type Person, readPerson } from '@/lib/domain/people';
import type { Search } from './search-params';

/** The signed-in owner, read once per request; null for a visitor. */
export const currentOwner = cache(async (): Promise<OwnerSession | null> => readOwner((await headers()).get('cookie')));

/** Whose password or provider was right in this browser, while the second factor is not given; null without. */
export const waitingOwner = cache(
  async (): Promise<WaitingOwner | null> => readWaitingOwner((await headers()).get('cookie')),
);

/** The person of this browser, an owner or a guest, read once per request; null for a visitor. */
export const currentPerson = cache(async (): Promise<Person | null> => readPerson((await headers()).get('cookie')));

/** Whether the request was sent with the credential of an agent, which pages do not ask for. */
export async function hasAgentCredential(): Promise<boolean> {
  const sent = await headers();
  return sent.has('authorization') || sent.has('x-api-key');
}

/**
 * The moderator or administrator; a visitor signs in first, who lacks the second factor sets it up or gives it, and nobody else
 * learns that the page exists.
 */
export async function requireModerator(path: string): Promise<OwnerSession> {
  const owner = await requireOwner(path);
  if (owner.withheldRole !== null) redirect('/console/security');
  return owner.isModerator ? owner : notFound();
}

/** The same for an administrator. */
export async function requireAdministrator(path: string): Promise<OwnerSession> {
  const owner = await requireOwner(path);
  if (owner.withheldRole === 'administrator') redirect('/console/security');
  return owner.isAdmin ? owner : notFound();
}

/** The owner; redirects a visitor to the sign-in page, which returns to `path`, with the filters of `search`. */
export async function requireOwner(path: string, search?: Search): Promise<OwnerSession> {
  const owner = await currentOwner();
  if (owner) return owner;
  const filters = new URLSearchParams();
  for (const [name, value] of Object.entries((await search) ?? {}))
    for (const one of [value ?? []].flat()) filters.append(name, one);
  redirect(signInPath(filters.size === 0 ? path : `${path}?${filters}`));
}
