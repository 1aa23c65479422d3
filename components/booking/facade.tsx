import clsx from 'clsx';
import type { ReactNode } from 'react';
import classes from './facade.module.css';

/** What stands on and around the door of a cinema, by its id. */
const FRONTS: Readonly<Record<string, ReactNode>> = {
  t1: (
    <>
      <path className={classes.wall} d="M24 96V46L60 22L96 46V96Z" />
      <path className={classes.trim} d="M18 48L60 18L102 48L98 53L60 26L22 53Z" />
      <path className={classes.lamp} d="M54 34h12l3 12H51Z" />
      <path className={classes.line} d="M60 26v8" />
    </>
  ),
  t2: (
    <>
      <path className={classes.wall} d="M14 96V36H58V24H106V96Z" />
      <path className={classes.trim} d="M10 32H58V38H10ZM56 20H110V27H56Z" />
      <path className={classes.lamp} d="M68 34h8v9h-8zM84 34h8v9h-8zM22 45h8v9h-8zM40 45h8v9h-8z" />
    </>
  ),
  t3: (
    <>
      <path className={classes.wall} d="M34 96V40H100V96Z" />
      <path className={classes.trim} d="M28 42L67 20L106 42Z" />
      <circle className={classes.wheel} cx="30" cy="72" r="20" />
      <path className={classes.line} d="M30 52V92M10 72H50M16 58L44 86M44 58L16 86" />
      <circle className={classes.lamp} cx="67" cy="34" r="4" />
    </>
  ),
  t4: (
    <>
      <path className={classes.wall} d="M20 96V58H100V96Z" />
      <path className={classes.trim} d="M26 58a34 34 0 0 1 68 0Z" />
      <path className={classes.lamp} d="M58 24h7v34h-7z" />
      <path className={classes.line} d="M14 58H106" />
    </>
  ),
};

/** The front of a cinema in the evening. Decorative. */
export function Facade({ id, className }: { id: string; className?: string | undefined }) {
  return (
    <svg
      className={clsx(classes.facade, className)}
      viewBox="0 0 120 100"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <rect className={classes.sky} width="120" height="100" />
      {FRONTS[id] ?? FRONTS.t2}
      <path className={classes.marquee} d="M38 60H82V70H38Z" />
      <path className={classes.door} d="M46 72H58V96H46ZM62 72H74V96H62Z" />
      <path className={classes.street} d="M0 95H120V100H0Z" />
    </svg>
  );
}
