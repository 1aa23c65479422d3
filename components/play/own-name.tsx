'use client';
import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { PlayerToken } from '@/components/ui/player-token';
import shared from '../ui/shared.module.css';
import classes from './play-screen.module.css';
import type { PersonState } from './responses';

const renamedSchema = z.object({ agent_id: z.string(), display_name: z.string() });

/** The name that a person plays under, with a form to change it. */
export function OwnName({ self: { player, account_name } }: { self: PersonState }) {
  const [editing, setEditing] = useState(false);
  const queries = useQueryClient();
  const rename = useOneRequest(
    (name: string) => ({
      method: 'PATCH' as const,
      path: '/api/play/me',
      body: { display_name: name },
      answer: renamedSchema,
    }),
    () => {
      setEditing(false);
      void queries.invalidateQueries({ queryKey: ['play-self'] });
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rename.mutate(String(new FormData(event.currentTarget).get('display_name')));
  };
  return (
    <div className={classes.playerName}>
      {player ? (
        <>
          <PlayerToken seed={player.agent_id} kind="human" size={28} />
          <span>
            You play as{' '}
            <bdi className={clsx(shared.textColor, shared.semibold, shared.anywhere)}>{player.display_name}</bdi>
          </span>
        </>
      ) : (
        <span>
          {account_name ? (
            <>
              You will play as{' '}
              <bdi className={clsx(shared.textColor, shared.semibold, shared.anywhere)}>{account_name}</bdi>, the name
              of your account. Everyone sees it.
            </>
          ) : (
            'You will play under a generated name. Everyone sees it.'
          )}
        </span>
      )}
      {editing ? (
        <form className={classes.rename} onSubmit={submit}>
          <TextField
            name="display_name"
            aria-label="Name at the board"
            defaultValue={player?.display_name ?? account_name ?? ''}
            maxLength={40}
            required
            autoFocus
            error={rename.error ? (rename.error.fields.display_name ?? rename.error.message) : null}
          />
          <Button type="submit" variant="default" loading={rename.isPending}>
            Save
          </Button>
        </form>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
          {player ? 'Change' : account_name ? 'Choose another name' : 'Choose a name'}
        </Button>
      )}
    </div>
  );
}
