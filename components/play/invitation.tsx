'use client';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/components/ui/use-copy';
import shared from '../ui/shared.module.css';
import classes from './lobby-actions.module.css';

const never = () => () => {};

/** The link by which others come, to a path of this site, with what it is for and a button that copies it. */
export function Invitation({ path, children }: { path: string; children: ReactNode }) {
  const { isCopied, notice, copy } = useCopy();
  const id = useId();
  // The server does not know the origin that the browser uses.
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
  const link = `${origin}${path}`;
  return (
    <div className={classes.invitation}>
      <div className={shared.grid4}>
        <label className={classes.linkName} htmlFor={id}>
          Invitation link
        </label>
        <p id={`${id}-about`} className={clsx(shared.muted, shared.noMargin)}>
          {children}
        </p>
        <input
          id={id}
          className={classes.linkText}
          aria-describedby={`${id}-about`}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={() => copy(link)}
      >
        {isCopied ? 'Copied' : 'Copy the link'}
      </Button>
      {notice}
    </div>
  );
}
