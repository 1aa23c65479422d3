'use client';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SessionProvider, type SessionProviderProps } from 'next-auth/react';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { framedScheme } from './framed';
import { cssVariablesResolver, theme } from './theme';

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: 1, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

/** The React contexts of all pages. `session` is null when the server saw no session cookie. */
export function Providers({ session, children }: { session: SessionProviderProps['session']; children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  const [forced] = useState(() => (typeof window === 'undefined' ? undefined : framedScheme(window.location)));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      forceColorScheme={forced}
    >
      <SessionProvider session={session} refetchOnWindowFocus={false}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>
            {children}
            <Notifications position="bottom-right" limit={4} />
          </NuqsAdapter>
        </QueryClientProvider>
      </SessionProvider>
    </MantineProvider>
  );
}
