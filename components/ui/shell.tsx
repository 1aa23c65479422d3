import type { ReactNode } from 'react';
import classes from './shell.module.css';
import { TopBar } from './top-bar';

/** The one frame of every page: skip link, thin top bar, main. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </>
  );
}
