'use client';
import { useState } from 'react';
import { ignoredSchema } from '@/components/console/responses';
import { signInPath } from '@/components/console/safe-callback';
import { FormDialog } from '@/components/league/form-dialog';
import { ButtonLink } from '@/components/ui/button';
import { SelectField, TextAreaField, TextField } from '@/components/ui/field';

/** A game that can be planned. */
export interface PlannableGame {
  id: string;
  title: string;
}

/** The first full hour that is at least half an hour ahead, as `datetime-local` inputs write it. */
function firstStart(): string {
  const at = new Date(Date.now() + 30 * 60_000);
  at.setHours(at.getHours() + 1, 0, 0, 0);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The time of a `datetime-local` input, in the time zone of the browser; null while it is not complete. */
function toInstant(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The button by which a person plans a game; a visitor is asked to sign in. */
export function PlanGame({ games, isSignedIn }: { games: readonly PlannableGame[]; isSignedIn: boolean }) {
  const [gameId, setGameId] = useState(games[0]?.id ?? '');
  const [startsAt, setStartsAt] = useState(firstStart);
  const [description, setDescription] = useState('');
  if (!isSignedIn) return <ButtonLink href={signInPath('/events')}>Sign in to plan a game</ButtonLink>;
  return (
    <FormDialog
      label="Plan a game"
      submitLabel="Plan it"
      toRequest={() => ({
        method: 'POST',
        path: '/api/play/events',
        body: {
          game_type: gameId,
          starts_at: toInstant(startsAt) ?? startsAt,
          ...(description.trim() === '' ? {} : { description: description.trim() }),
        },
        answer: ignoredSchema,
      })}
    >
      <SelectField
        label="Game"
        data-autofocus
        options={games.map(({ id, title }) => ({ value: id, label: title }))}
        value={gameId}
        onChange={(event) => setGameId(event.currentTarget.value)}
      />
      <TextField
        label="Begins"
        description="In your time zone, 15 minutes to 30 days ahead. The lobby opens five minutes before, and you host it."
        type="datetime-local"
        required
        value={startsAt}
        onChange={(event) => setStartsAt(event.currentTarget.value)}
      />
      <TextAreaField
        label="What it is"
        description="Optional. Everybody can read it."
        maxLength={500}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
