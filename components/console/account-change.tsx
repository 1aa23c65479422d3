'use client';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/**
 * A form that changes the account and asks for the password again. Its fields are posted to `path` under their names, and
 * emptied afterwards.
 */
export function AccountChange({
  path,
  label,
  variant,
  done,
  kept,
  children,
}: {
  path: string;
  /** Of the button. */
  label: string;
  variant?: 'default';
  /** What to say after the change. */
  done: (sent: Readonly<Record<string, string>>) => string;
  /** What to say when nothing was changed. */
  kept: string;
  /** The fields, with the fault of each by its name. */
  children: (faults: Readonly<Record<string, string>>) => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const change = useChange((body: Record<string, string>) => ({
    method: 'POST' as const,
    path,
    body,
    answer: ignoredSchema,
  }));
  const faults = change.error?.fields ?? {};
  const unplaced = change.error && Object.keys(faults).length === 0 ? change.error : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    change.mutate(Object.fromEntries(entries), { onSuccess: () => form.current?.reset() });
  }

  return (
    <form ref={form} method="post" onSubmit={submit} className={classes.narrow}>
      <div className={shared.stack} data-gap="sm">
        {change.isSuccess && (
          <Notice role="status" tone="green" icon={<IconCheck size={18} aria-hidden />}>
            {done(change.variables)}
          </Notice>
        )}
        <FailureNotice failure={unplaced} kept={kept} />
        {children(faults)}
        <Button type="submit" variant={variant} loading={change.isPending} className={classes.submit}>
          {label}
        </Button>
      </div>
    </form>
  );
}
