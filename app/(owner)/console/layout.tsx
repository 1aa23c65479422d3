import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { currentOwner } from '@/app/owner';
import { ConsoleFrame } from '@/components/console/console-frame';

export const metadata: Metadata = { title: { default: 'Console', template: '%s · Console · Botplay' } };

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const owner = await currentOwner();
  return (
    <ConsoleFrame isModerator={owner !== null && (owner.isModerator || owner.withheldRole !== null)}>
      {children}
    </ConsoleFrame>
  );
}
