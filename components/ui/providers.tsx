'use client';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { framedScheme } from './framed';
import { cssVariablesResolver, theme } from './theme';

/** The React contexts of all pages. Those of pages with forms are in page-providers.tsx, which the watching pages never load. */
export function Providers({ children }: { children: ReactNode }) {
  const [forced] = useState(() => (typeof window === 'undefined' ? undefined : framedScheme(window.location)));
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      forceColorScheme={forced}
    >
      {children}
    </MantineProvider>
  );
}
