import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/console/console-frame';
import { ConsoleNav } from '@/components/console/console-nav';
import { SignedOut } from '@/components/console/signed-out';
import { currentOwner } from './owner';

/**
 * The console's frame for the owner who is signed in, around the console and around what it publishes. A moderator finds the pages
 * of moderation there.
 */
export async function OwnerFrame({ children }: { children: ReactNode }) {
  const owner = await currentOwner();
  const isModerator = owner !== null && (owner.isModerator || owner.withheldRole !== null);
  return (
    <ConsoleFrame nav={<ConsoleNav isModerator={isModerator} />}>
      <SignedOut />
      {children}
    </ConsoleFrame>
  );
}
