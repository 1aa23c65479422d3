import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/console/console-frame';

export const metadata: Metadata = { title: { default: 'Publishing', template: '%s · Publishing · Botplay' } };

export default function PublishLayout({ children }: { children: ReactNode }) {
  return <ConsoleFrame>{children}</ConsoleFrame>;
}
