'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false },
      // Without a connection a change fails and says so; by default it would wait, and be sent later without being asked for.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The cache of requests for the components below. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
