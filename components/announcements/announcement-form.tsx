'use client';
import type { FormEvent } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

const SEVERITIES = [
  { value: 'info', label: 'Notice' },
  { value: 'warning', label: 'Warning' },
  { value: 'urgent', label: 'Urgent' },
];

/** A time of the browser's field, which has no zone, as ISO 8601; undefined when it is empty. */
const toInstant = (value: FormDataEntryValue | null): string | undefined =>
  typeof value === 'string' && value !== '' ? new Date(value).toISOString() : undefined;

/** Announces something on every page. */
export function AnnouncementForm() {
  const publish = useChange((body: object) => ({
    method: 'POST' as const,
    path: '/v1/announcements',
    body,
    answer: ignoredSchema,
  }));
  const fields = publish.error?.fields ?? {};
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const body = {
      text: values.get('text'),
      severity: values.get('severity'),
      starts_at: toInstant(values.get('starts_at')),
      ends_at: toInstant(values.get('ends_at')),
    };
    publish.mutate(body, { onSuccess: () => form.reset() });
  }
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={Object.keys(fields).length > 0 ? null : publish.error} kept="Nothing was announced." />
      <TextAreaField label="Text" name="text" rows={2} maxLength={300} required error={fields.text} />
      <SelectField label="Severity" name="severity" options={SEVERITIES} error={fields.severity} />
      <TextField
        label="From"
        name="starts_at"
        type="datetime-local"
        description="In your time zone; empty: now."
        error={fields.starts_at}
      />
      <TextField label="Until" name="ends_at" type="datetime-local" required error={fields.ends_at} />
      <div>
        <Button type="submit" loading={publish.isPending}>
          Announce
        </Button>
      </div>
    </form>
  );
}
