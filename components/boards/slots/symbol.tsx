import classes from './symbol.module.css';

/** A symbol of the reels, drawn around 0 0 and about 100 wide and high. */
export function SlotSymbol({ symbol }: { symbol: string }) {
  const Drawing = DRAWINGS[symbol];
  return <g data-symbol={symbol}>{Drawing ? <Drawing /> : null}</g>;
}

const DRAWINGS: Record<string, () => React.JSX.Element> = {
  '7': Seven,
  BAR: Bar,
  BELL: Bell,
  CHERRY: Cherry,
  LEMON: Lemon,
  ORANGE: Orange,
};

function Seven() {
  return <path className={classes.seven} d="M-32-42H34V-24C14-4 4 18 4 44H-22C-22 16-12-6 6-22H-20V-12H-32Z" />;
}

function Bar() {
  return (
    <>
      <rect className={classes.plate} x="-48" y="-24" width="96" height="48" rx="6" />
      <path
        className={classes.letters}
        d="M-34-12V12H-24C-15 12-15 0-24 0-16 0-16-12-24-12H-34M-34 0H-24M-9 12 0-12 9 12M-5.500 3H5.500M18 12V-12H27C37-12 37 1 27 1H18M27 1 36 12"
      />
    </>
  );
}

function Bell() {
  return (
    <>
      <circle className={classes.dark} cx="0" cy="36" r="9" />
      <path
        className={classes.brass}
        d="M-40 30C-28 20-30-2-26-16-22-30-12-36 0-36 12-36 22-30 26-16 30-2 28 20 40 30Z"
      />
      <path className={classes.glint} d="M-12-24C-17-16-17-4-18 8" />
      <circle className={classes.brass} cx="0" cy="-40" r="6" />
    </>
  );
}

function Cherry() {
  return (
    <>
      <path className={classes.stem} d="M-18 12C-14-12-2-30 22-40 20-18 22 2 24 18" />
      <path className={classes.leaf} d="M22-40C34-48 44-42 46-32 36-28 28-30 22-40Z" />
      <circle className={classes.cherry} cx="-20" cy="24" r="19" />
      <circle className={classes.cherry} cx="24" cy="28" r="19" />
      <path className={classes.glint} d="M-29 20C-28 15-24 12-20 12M15 24C16 19 20 16 24 16" />
    </>
  );
}

function Lemon() {
  return (
    <>
      <path
        className={classes.lemon}
        d="M-46 6C-42 4-40 0-36-8-24-32 18-36 36-10 40-4 42 0 47 2 44 6 42 8 39 12 24 36-18 40-36 16-40 10-42 8-46 6Z"
      />
      <path className={classes.glint} d="M-24-6C-18-16-8-20 4-20" />
    </>
  );
}

function Orange() {
  return (
    <>
      <circle className={classes.orange} cx="0" cy="6" r="36" />
      <path className={classes.leaf} d="M0-28C8-44 24-44 34-38 28-26 14-22 0-28Z" />
      <path className={classes.glint} d="M-24 0C-22-9-16-16-8-18" />
      <circle className={classes.dark} cx="0" cy="-26" r="4" />
    </>
  );
}
