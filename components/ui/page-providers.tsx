'use client';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { QueryProvider } from './query-provider';

/**
 * The contexts of pages with forms and filters: the cache of requests, and the filters in the address. The layout of every
 * such folder; the watching pages do without. docs/decisions/0046-weight-of-pages.md
 */
export function PageProviders({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <NuqsAdapter>{children}</NuqsAdapter>
    </QueryProvider>
  );
}
