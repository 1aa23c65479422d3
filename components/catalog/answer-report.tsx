'use client';
import { useState } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { SelectField, TextField } from '@/components/ui/field';
import classes from './report-triage.module.css';

const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'dismissed', label: 'Dismissed' },
];

const MAX_NOTE_CHARACTERS = 2000;

/** Stores what the publisher did with a report. */
export function AnswerReport({ reportId, status, note }: { reportId: string; status: string; note: string | null }) {
  const [chosen, setChosen] = useState(status);
  const [text, setText] = useState(note ?? '');
  const save = useChange((triage: { status: string; note: string | null }) => ({
    method: 'PATCH' as const,
    path: `/api/console/reports/${reportId}`,
    body: triage,
    answer: ignoredSchema,
  }));
  const isUnchanged = chosen === status && text === (note ?? '');
  return (
    <form
      method="post"
      className={classes.answer}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ status: chosen, note: text.trim() === '' ? null : text });
      }}
    >
      <SelectField
        label="State"
        options={STATUSES}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <TextField
        className={classes.noteField}
        label="Note"
        value={text}
        maxLength={MAX_NOTE_CHARACTERS}
        onChange={(event) => setText(event.currentTarget.value)}
        error={save.error?.fields.note}
      />
      <Button type="submit" variant="default" disabled={isUnchanged} loading={save.isPending}>
        Save
      </Button>
      <div className={classes.failure}>
        <FailureNotice failure={save.error?.fields.note ? null : save.error} kept="The report is as it was." />
      </div>
    </form>
  );
}
