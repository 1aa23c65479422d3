'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { useCreateKey } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import type { IssuedKey } from './responses';
import { ScopeChooser } from './scope-chooser';
import { DEFAULT_SCOPES } from './scope-presets';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_LIFETIME = '90';
const LIFETIMES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
];

/** Creates a key. Its text is passed to `onIssued` and stored nowhere else. */
export function KeyForm({
  agentId,
  suggestedName,
  onIssued,
  onCancel,
}: {
  agentId: string;
  suggestedName: string;
  onIssued: (key: IssuedKey) => void;
  onCancel?: () => void;
}) {
  const createKey = useCreateKey();
  const [name, setName] = useState(suggestedName);
  const [scopes, setScopes] = useState<string[]>([...DEFAULT_SCOPES]);
  const [days, setDays] = useState(DEFAULT_LIFETIME);
  const fields = createKey.error?.fields ?? {};
  const unplaced = createKey.error && Object.keys(fields).length === 0 ? createKey.error : null;
  const noScope = scopes.length === 0 ? 'Choose at least one.' : undefined;

  function submit() {
    if (noScope) return;
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    createKey.mutate({ agentId, name, scopes, expiresAt }, { onSuccess: onIssued });
  }

  return (
    <form
      className={classes.form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={shared.stack}>
        <FailureNotice failure={unplaced} kept="No key was created." />
        <TextField
          label="Name"
          description="Where the key is used, so that you know which one to revoke."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields.name}
          required
          maxLength={80}
        />
        <ScopeChooser value={scopes} onChange={setScopes} error={fields.scopes ?? noScope} />
        <SelectField
          label="Expires"
          description="A key that has leaked stops working then. Rotating a key makes a new one without an interruption."
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          options={LIFETIMES}
          error={fields.expires_at}
        />
        <div className={shared.row} data-align="end" data-gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={createKey.isPending} disabled={noScope !== undefined}>
            Create key
          </Button>
        </div>
      </div>
    </form>
  );
}
