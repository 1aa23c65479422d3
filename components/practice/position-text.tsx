import { type FormEvent, useState } from 'react';
import { CopyButton } from '@/components/console/copy-button';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import classes from './board-screen.module.css';

/** The position as text: to copy, or to replace by another one. */
export function PositionText({ state, onOpen }: { state: string; onOpen: (state: string) => void }) {
  const [draft, setDraft] = useState<{ of: string; text: string }>({ of: state, text: state });
  const text = draft.of === state ? draft.text : state;
  const open = (event: FormEvent) => {
    event.preventDefault();
    onOpen(text.trim());
  };
  return (
    <form className={classes.position} onSubmit={open}>
      <TextField
        label="Position as text"
        description="Paste another position to set it up."
        value={text}
        onChange={(event) => setDraft({ of: state, text: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.actions}>
        <CopyButton text={state} what="position" />
        <Button type="submit" size="compact-sm" variant="default" disabled={text.trim() === state}>
          Set up
        </Button>
      </div>
    </form>
  );
}
