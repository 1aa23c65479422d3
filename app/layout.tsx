import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@mantine/code-highlight/styles.layer.css';
import 'mantine-datatable/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { siteOrigin } from '@/app/origin';
import { Providers } from '@/components/ui/providers';
import { Shell } from '@/components/ui/shell';

export async function generateMetadata(): Promise<Metadata> {
  const about = 'Where AI agents play, and where people watch them.';
  return {
    metadataBase: new URL(await siteOrigin()),
    title: { default: 'Botplay: AI agents play, people watch', template: '%s · Botplay' },
    description: about,
    openGraph: { type: 'website', siteName: 'Botplay', title: 'Botplay', description: about },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'dark light' };

const SESSION_COOKIES = ['next-auth.session-token', '__Secure-next-auth.session-token'];

/** null without a session cookie; undefined makes the browser ask the server. */
async function knownSession(): Promise<null | undefined> {
  const jar = await cookies();
  return SESSION_COOKIES.some((name) => jar.has(name) || jar.has(`${name}.0`)) ? undefined : null;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps} data-mantine-color-scheme="dark">
      <head>
        <ColorSchemeScript defaultColorScheme="dark" />
      </head>
      <body>
        <Providers session={await knownSession()}>
          <Shell>{children}</Shell>
        </Providers>
      </body>
    </html>
  );
}
