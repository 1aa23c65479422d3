'use client';
import { Loader, useComputedColorScheme } from '@mantine/core';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useMemo } from 'react';
import classes from './api-reference.module.css';

/** Loaded on this page only, and rendered in the browser only. */
const Scalar = dynamic(() => import('./scalar').then((module) => module.Scalar), {
  ssr: false,
  loading: () => (
    <div className={classes.loading} role="status">
      <Loader size={20} aria-hidden /> Loading the reference…
    </div>
  ),
});

/** The OpenAPI document as a page, in our colours, without requests to other servers. */
export function ApiReference() {
  const scheme = useComputedColorScheme('dark');
  const configuration = useMemo(
    () => ({
      url: '/api/openapi.json',
      theme: 'none' as const,
      layout: 'modern' as const,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      showDeveloperTools: 'never' as const,
      hideClientButton: true,
      // ⌘K opens our search.
      hideSearch: true,
      hideModels: true,
      hiddenClients: true as const,
      hideDarkModeToggle: true,
      forceDarkModeState: scheme,
      defaultHttpClient: { targetKey: 'shell' as const, clientKey: 'curl' as const },
      documentDownloadType: 'direct' as const,
    }),
    [scheme],
  );
  return (
    <div className={classes.reference}>
      <div className={classes.head}>
        <h1 className={classes.title}>REST reference</h1>
        <Link href="/docs">Docs</Link>
        <a href="/api/openapi.json">openapi.json</a>
      </div>
      <Scalar configuration={configuration} />
    </div>
  );
}
