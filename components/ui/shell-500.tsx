import classes from './page.module.css';

/** A minimal page: no providers, no requests. */
export function Shell500({ retry }: { retry: () => void }) {
  return (
    <main className={classes.narrow}>
      <h1 className={classes.title}>Botplay could not be shown</h1>
      <p className={classes.lead}>
        The error is on our side and was logged. Matches continue, and no data of yours was lost.
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </main>
  );
}
