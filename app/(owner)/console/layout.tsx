import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/console/console-frame';

export const metadata: Metadata = { title: { default: 'Console', template: '%s · Console · Botplay' } };

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return <ConsoleFrame>{children}</ConsoleFrame>;
}
