import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { signInPath } from '@/components/console/safe-callback';
import { type OwnerSession, readOwner } from '@/lib/domain/auth';

/** The signed-in owner, read once per request; null for a visitor. */
export const currentOwner = cache(async (): Promise<OwnerSession | null> => readOwner((await headers()).get('cookie')));

/** The owner; redirects a visitor to the sign-in page, which returns to `path`. */
export async function requireOwner(path: string): Promise<OwnerSession> {
  return (await currentOwner()) ?? redirect(signInPath(path));
}
