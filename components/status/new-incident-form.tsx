'use client';
import { type FormEvent, useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { Checkbox } from '@/components/ui/toggle';
import classes from './incidents.module.css';
import { PART_LABELS } from './part-words';

const KINDS = [
  { value: 'incident', label: 'Incident: something does not work' },
  { value: 'maintenance', label: 'Maintenance: planned work' },
];

/** A time of the browser's field, which has no zone, as ISO 8601; undefined when it is empty. */
const toInstant = (value: FormDataEntryValue | null): string | undefined =>
  typeof value === 'string' && value !== '' ? new Date(value).toISOString() : undefined;

/** Publishes an incident or planned work. */
export function NewIncidentForm() {
  const [kind, setKind] = useState('incident');
  const [parts, setParts] = useState<readonly string[]>([]);
  const publish = useChange((body: object) => ({
    method: 'POST' as const,
    path: '/v1/incidents',
    body,
    answer: ignoredSchema,
  }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    publish.mutate(
      {
        kind,
        title: values.get('title'),
        text: values.get('text'),
        parts,
        starts_at: toInstant(values.get('starts_at')),
        ends_at: toInstant(values.get('ends_at')),
      },
      {
        onSuccess: () => {
          form.reset();
          setParts([]);
        },
      },
    );
  };
  const fields = publish.error?.fields ?? {};
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={publish.error} kept="Nothing was published." />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value)}
        options={KINDS}
      />
      <TextField label="Title" name="title" maxLength={120} required error={fields.title} />
      <TextAreaField
        label="What happened or will happen"
        description="Everybody reads it. Later news are added below it."
        name="text"
        rows={3}
        maxLength={2000}
        required
        error={fields.text}
      />
      <fieldset className={classes.parts}>
        <legend>Parts</legend>
        {Object.entries(PART_LABELS).map(([part, label]) => (
          <Checkbox
            key={part}
            label={label}
            checked={parts.includes(part)}
            onChange={(checked) =>
              setParts((others) => [...others.filter((one) => one !== part), ...(checked ? [part] : [])])
            }
          />
        ))}
        {fields.parts && (
          <p role="alert" className={classes.fault}>
            {fields.parts}
          </p>
        )}
      </fieldset>
      {kind === 'maintenance' && (
        <>
          <TextField
            label="Begins"
            description="In the time of this browser."
            name="starts_at"
            type="datetime-local"
            required
            error={fields.starts_at}
          />
          <TextField label="Will be over" name="ends_at" type="datetime-local" error={fields.ends_at} />
        </>
      )}
      <div>
        <Button type="submit" loading={publish.isPending}>
          Publish
        </Button>
      </div>
    </form>
  );
}
