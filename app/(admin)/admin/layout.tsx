import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { requireModerator } from '@/app/owner';
import { ConsoleFrame } from '@/components/console/console-frame';
import { AdminNav } from '@/components/moderation/admin-nav';

export const metadata: Metadata = {
  title: { default: 'Moderation', template: '%s · Moderation · Botplay' },
  robots: { index: false },
};

/** The frame; every page checks the right again, because a layout is not asked for each of them. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { isAdmin } = await requireModerator('/admin');
  return <ConsoleFrame nav={<AdminNav isAdmin={isAdmin} />}>{children}</ConsoleFrame>;
}
