'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** The cache of requests for the components below. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
