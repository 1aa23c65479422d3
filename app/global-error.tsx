'use client';
import '@/components/ui/tokens.css';
import '@/components/ui/base.css';
import classes from '@/components/ui/page.module.css';

/** The page after an error in the layout; it uses nothing that could have caused it: no providers, no requests. */
export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en" data-color-scheme="dark">
      <body>
        <main className={classes.narrow}>
          <h1 className={classes.title}>Botplay could not be shown</h1>
          <p className={classes.lead}>
            The error is on our side and was logged. Matches continue, and no data of yours was lost.
          </p>
          <button type="button" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
