'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import type { SessionNote } from '@/lib/domain/session-notes';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import classes from './session-notes.module.css';

const MAX_CHARS = 2_000;

/** The owner's own notes about a session, or about one step of it; nobody else reads them. */
export function SessionNotes({
  sessionId,
  step,
  notes,
}: {
  sessionId: string;
  /** Null for the whole session. */
  step: number | null;
  notes: readonly SessionNote[];
}) {
  const [isAdding, setAdding] = useState(false);
  const about = step === null ? 'this session' : step === 0 ? 'the opening' : `step ${step}`;
  return (
    <div className={classes.notes}>
      {notes.map((note) => (
        <Note key={note.note_id} sessionId={sessionId} note={note} />
      ))}
      {isAdding ? (
        <NoteForm
          label={`Your note about ${about}`}
          method="POST"
          path={pathOf(sessionId)}
          fields={{ step }}
          text=""
          onClose={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Add a note about ${about}`}
            onClick={() => setAdding(true)}
          >
            Add a note
          </Button>
        </div>
      )}
    </div>
  );
}

const pathOf = (sessionId: string) => `/api/console/sessions/${sessionId}/notes`;

function Note({ sessionId, note }: { sessionId: string; note: SessionNote }) {
  const [isEditing, setEditing] = useState(false);
  const path = `${pathOf(sessionId)}/${note.note_id}`;
  const remove = useChange(() => ({ method: 'DELETE' as const, path, answer: ignoredSchema }));
  if (isEditing)
    return (
      <NoteForm
        label="Your note"
        method="PATCH"
        path={path}
        fields={{}}
        text={note.text}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <div className={classes.note}>
      <p className={classes.text} dir="auto">
        {note.text}
      </p>
      <p className={classes.by}>
        Your note, <RelativeTime at={note.updated_at} />
        <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          Delete
        </Button>
      </p>
      <FailureNotice failure={remove.error} kept="The note was not deleted." />
    </div>
  );
}

function NoteForm({
  label,
  method,
  path,
  fields,
  text: first,
  onClose,
}: {
  label: string;
  method: 'POST' | 'PATCH';
  path: string;
  fields: Record<string, unknown>;
  text: string;
  onClose: () => void;
}) {
  const [text, setText] = useState(first);
  const save = useChange((written: string) => ({
    method,
    path,
    body: { ...fields, text: written },
    answer: ignoredSchema,
  }));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(text, { onSuccess: onClose });
      }}
    >
      <FailureNotice failure={save.error} kept="Your text is still in the form." />
      <TextAreaField
        label={label}
        description="Only you read it."
        rows={2}
        maxRows={12}
        maxLength={MAX_CHARS}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={shared.row} data-gap="xs">
        <Button type="submit" size="sm" disabled={text.trim() === ''} loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
