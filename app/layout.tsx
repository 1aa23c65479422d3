import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { DISMISSED_COOKIE, dismissedIn } from '@/app/announcements/dismissed';
import { siteOrigin } from '@/app/origin';
import { AnnouncementStrip } from '@/components/announcements/announcement-strip';
import { FONT_CLASSES } from '@/components/ui/fonts';
import { HEAD_SCRIPTS } from '@/components/ui/head-scripts';
import { Shell } from '@/components/ui/shell';
import { env } from '@/lib/core/env';
import { listLegalPages } from '@/lib/core/legal-pages';
import { currentAnnouncements } from '@/lib/domain/announcements';

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

/** Whether the request has a session cookie; only then the browser asks who is signed in. */
async function hasSessionCookie(): Promise<boolean> {
  const jar = await cookies();
  return SESSION_COOKIES.some((name) => jar.has(name) || jar.has(`${name}.0`));
}

/** What is announced now and was not dismissed in this browser. */
async function shownAnnouncements() {
  const [announcements, jar] = await Promise.all([currentAnnouncements(), cookies()]);
  const dismissed = new Set(dismissedIn(jar.get(DISMISSED_COOKIE)?.value));
  return announcements.filter(({ announcement_id: id }) => !dismissed.has(id));
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" className={FONT_CLASSES} data-color-scheme="dark" suppressHydrationWarning>
      <head>
        {HEAD_SCRIPTS.map((script) => (
          <script key={script} nonce={nonce}>
            {script}
          </script>
        ))}
      </head>
      <body>
        <AnnouncementStrip announcements={await shownAnnouncements()} />
        <Shell
          mayBeSignedIn={await hasSessionCookie()}
          links={listLegalPages(env().LEGAL_DIR).map(({ name, title }) => ({ href: `/legal/${name}`, label: title }))}
        >
          {children}
        </Shell>
      </body>
    </html>
  );
}
