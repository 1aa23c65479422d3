'use client';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import clsx from 'clsx';
import { IconButton } from './button';
import classes from './copyable.module.css';

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
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.copyable}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={clsx(classes.text, wraps && classes.wraps)} tabIndex={0}>
        {text}
      </pre>
      <IconButton size={32} onClick={() => copy(text)} aria-label={copied ? 'Copied' : `Copy ${what}`}>
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.75} aria-hidden />}
      </IconButton>
    </div>
  );
}
