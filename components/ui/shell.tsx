'use client';
import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';
import { KeyHelpProvider } from './key-help';
import classes from './shell.module.css';
import { TopBar } from './top-bar';

/** The first part of the paths that other pages may show in a frame. */
const FRAMED_SEGMENT = 'embed';

/** The frame of every page: skip link, top bar, main. Embedded pages have none. */
export function Shell({ mayBeSignedIn, children }: { mayBeSignedIn: boolean; children: ReactNode }) {
  const isFramed = useSelectedLayoutSegment() === FRAMED_SEGMENT;
  if (isFramed) return <main id="main">{children}</main>;
  return (
    <KeyHelpProvider>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <TopBar mayBeSignedIn={mayBeSignedIn} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </KeyHelpProvider>
  );
}
