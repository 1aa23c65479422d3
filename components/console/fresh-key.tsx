'use client';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from './copy-button';
import classes from './fresh-key.module.css';

/** A new key, shown once. It takes the focus, so that screen readers read it. */
export function FreshKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <section ref={region} className={classes.card} tabIndex={-1} aria-labelledby="fresh-key-title">
      <h2 id="fresh-key-title" className={classes.title}>
        <IconKey size={18} stroke={1.75} aria-hidden />
        Your new key
      </h2>
      <p className={classes.lead}>Copy it now. Only its fingerprint is stored, so it cannot be shown again.</p>
      <div className={classes.row}>
        <code className={classes.key} data-testid="fresh-key">
          {apiKey}
        </code>
        <CopyButton text={apiKey} what="key" size="sm" variant="filled" />
      </div>
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        I have it, hide the key
      </Button>
    </section>
  );
}
