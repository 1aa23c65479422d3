'use client';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import clsx from 'clsx';
import { IconButton } from './button';
import classes from './copyable.module.css';
import { useCopy } from './use-copy';

/** A text with a button that copies it. */
export function Copyable({
  text,
  what,
  wraps,
}: {
  text: string;
  what: string;
  /** Shown in full, in several lines where it is long. */
  wraps?: boolean;
}) {
  const { isCopied, notice, copy } = useCopy();
  return (
    <div className={classes.copyable}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={clsx(classes.text, wraps && classes.wraps)} tabIndex={0}>
        {text}
      </pre>
      <IconButton size={32} onClick={() => copy(text)} aria-label={isCopied ? 'Copied' : `Copy ${what}`}>
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />}
      </IconButton>
      {notice}
    </div>
  );
}
