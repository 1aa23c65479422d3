'use client';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { MantineScope } from './mantine-scope';
import { QueryProvider } from './query-provider';

/** The React contexts of pages with forms and filters. */
export function PageProviders({ children }: { children: ReactNode }) {
  return (
    <MantineScope>
      <QueryProvider>
        <NuqsAdapter>{children}</NuqsAdapter>
      </QueryProvider>
    </MantineScope>
  );
}
