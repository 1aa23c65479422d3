import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/console/console-frame';
import { currentOwner } from './owner';

/** The console's frame for the owner who is signed in, around the console and around what it publishes. */
export async function OwnerFrame({ children }: { children: ReactNode }) {
  const owner = await currentOwner();
  return (
    <ConsoleFrame isModerator={owner !== null && (owner.isModerator || owner.withheldRole !== null)}>
      {children}
    </ConsoleFrame>
  );
}
