import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { signInPath } from '@/components/console/safe-callback';
import { type OwnerSession, readOwner } from '@/lib/domain/auth';

/** Who is signed in in this browser, read once a request; null for a visitor. */
export const currentOwner = cache(async (): Promise<OwnerSession | null> => readOwner((await headers()).get('cookie')));

/** The owner, or the way to the sign-in page and back to `path`. */
export async function requireOwner(path: string): Promise<OwnerSession> {
  return (await currentOwner()) ?? redirect(signInPath(path));
}
