import classes from './logo.module.css';

/** The logo: two players and a board of two squares, one of them lit. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        className={classes.frame}
        d="M5.5 2.75h13a2.75 2.75 0 0 1 2.75 2.75v13a2.75 2.75 0 0 1-2.75 2.75h-13a2.75 2.75 0 0 1-2.75-2.75v-13a2.75 2.75 0 0 1 2.75-2.75z"
      />
      <path className={classes.lit} d="M12 3.5h6.5a2 2 0 0 1 2 2V12H12z" />
      <path className={classes.dim} d="M3.5 12H12v8.5H5.5a2 2 0 0 1-2-2z" />
      <circle className={classes.firstPlayer} cx="7.75" cy="7.75" r="1.9" />
      <circle className={classes.secondPlayer} cx="16.25" cy="16.25" r="1.9" />
    </svg>
  );
}
