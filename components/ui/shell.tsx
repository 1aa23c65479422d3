'use client';
import { type ReactNode, useEffect } from 'react';
import { markReady } from './early-keys';
import { KeyHelpProvider } from './key-help';
import classes from './shell.module.css';
import { TopBar } from './top-bar';

/** The frame of every page: skip link, top bar, main. When it is hydrated the page can be used (`data-ready`). */
export function Shell({ mayBeSignedIn, children }: { mayBeSignedIn: boolean; children: ReactNode }) {
  useEffect(() => void markReady(), []);
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
