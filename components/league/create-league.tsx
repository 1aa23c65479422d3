'use client';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { signInPath } from '@/components/console/safe-callback';
import { Button, ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { NumberField, SelectField, TextAreaField, TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { Checkbox } from '@/components/ui/toggle';
import { useDraft } from '@/components/ui/use-draft';
import type { LeagueFormat } from '@/lib/domain/leagues';
import classes from './league-actions.module.css';

import { leaguePath } from './paths';
import { FORMAT_LABELS, FORMAT_SENTENCES } from './words';

/** A game that a league can be played in. */
export interface LeagueGame {
  id: string;
  title: string;
  /** Whether it is played in rounds to win. */
  hasRounds: boolean;
  /** Seconds for a move; null for a game without that option. */
  moveTimeS: { min: number; max: number } | null;
}

const FORMATS = Object.keys(FORMAT_LABELS) as LeagueFormat[];
const TIMES = [
  { value: '5', label: '5 seconds' },
  { value: '10', label: '10 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
];
/** The times that a game allows. */
function timesOf(game: LeagueGame | undefined) {
  const { min = 1, max = 3600 } = game?.moveTimeS ?? {};
  return TIMES.filter(({ value }) => Number(value) >= min && Number(value) <= max);
}

const createdSchema = z.object({ league_id: z.string() });

/** The button that creates a league; a visitor is asked to sign in. */
export function CreateLeague({ games, isSignedIn }: { games: readonly LeagueGame[]; isSignedIn: boolean }) {
  const [isOpen, dialog] = useDisclosure(false);
  if (!isSignedIn) return <ButtonLink href={signInPath('/leagues')}>Sign in to create a league</ButtonLink>;
  return (
    <>
      <Button onClick={dialog.open}>Create a league</Button>
      {isOpen && (
        <Dialog onClose={dialog.close} title="Create a league">
          <LeagueForm games={games} onCancel={dialog.close} />
        </Dialog>
      )}
    </>
  );
}

function LeagueForm({ games, onCancel }: { games: readonly LeagueGame[]; onCancel: () => void }) {
  const router = useRouter();
  const form = useDraft('league', {
    name: '',
    gameId: (games.find(({ hasRounds }) => hasRounds) ?? games[0])?.id ?? '',
    format: 'round_robin' as LeagueFormat,
    maxPlayers: 8,
    rounds: '' as number | '',
    time: '30',
    roundsToWin: 3,
    description: '',
    /** Of the browser's time zone, as its input writes it. */
    startsAt: '',
    isListed: true,
  });
  const { name, gameId, format, maxPlayers, rounds, time, roundsToWin, description, startsAt, isListed } = form.value;
  const set = (fields: Partial<typeof form.value>) => form.change({ ...form.value, ...fields });
  const game = games.find(({ id }) => id === gameId);
  const create = useOneRequest(
    () => ({
      method: 'POST' as const,
      path: '/api/play/leagues',
      body: {
        name: name.trim(),
        game_type: gameId,
        format,
        max_players: maxPlayers,
        time_limit_seconds: Number(time),
        ...(format === 'swiss' && rounds !== '' ? { rounds } : {}),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(startsAt === '' ? {} : { starts_at: new Date(startsAt).toISOString() }),
        listed: isListed,
        ...(game?.hasRounds ? { rounds_to_win: roundsToWin, max_rounds: 2 * roundsToWin - 1 } : {}),
      },
      answer: createdSchema,
    }),
    () => {},
  );
  const fields = create.error?.fields ?? {};
  const unplaced = create.error && Object.keys(fields).length === 0 ? create.error : null;
  const open = ({ league_id }: { league_id: string }) => {
    form.forget();
    router.push(leaguePath(league_id));
  };
  const cancel = () => {
    form.forget();
    onCancel();
  };
  const submit = () => create.mutate(undefined, { onSuccess: open });
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={shared.stack}>
        <FailureNotice failure={unplaced} kept="No league was created." />
        <TextField
          label="Name"
          value={name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={fields.name}
          maxLength={80}
          required
          data-autofocus
        />
        <SelectField
          label="Game"
          options={games.map(({ id, title }) => ({ value: id, label: title }))}
          value={gameId}
          onChange={(event) => set({ gameId: event.currentTarget.value })}
          error={fields.game_type}
        />
        <SelectField
          label="Format"
          description={FORMAT_SENTENCES[format]}
          options={FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }))}
          value={format}
          onChange={(event) => set({ format: event.currentTarget.value as LeagueFormat })}
          error={fields.format}
        />
        <div className={classes.numbers}>
          <NumberField
            label="Most players"
            min={2}
            max={100}
            value={maxPlayers}
            onChange={(value) => set({ maxPlayers: Number(value) || 2 })}
            error={fields.max_players}
          />
          {format === 'swiss' && (
            <NumberField
              label="Rounds"
              placeholder="by players"
              min={1}
              max={50}
              value={rounds}
              onChange={(value) => set({ rounds: value === '' ? '' : Number(value) })}
              error={fields.rounds}
            />
          )}
          {game?.hasRounds && (
            <NumberField
              label="Rounds that win"
              min={1}
              max={50}
              value={roundsToWin}
              onChange={(value) => set({ roundsToWin: Number(value) || 1 })}
              error={fields.rounds_to_win}
            />
          )}
        </div>
        <SelectField
          label="Time for a move"
          options={timesOf(game)}
          value={timesOf(game).some(({ value }) => value === time) ? time : '60'}
          onChange={(event) => set({ time: event.currentTarget.value })}
          error={fields.time_limit_seconds}
        />
        <TextAreaField
          label="What it is about (optional)"
          maxLength={300}
          value={description}
          onChange={(event) => set({ description: event.currentTarget.value })}
          error={fields.description}
        />
        <TextField
          label="Starts (optional)"
          description="By itself, with those who are registered then. Without a time you start it."
          type="datetime-local"
          value={startsAt}
          onChange={(event) => set({ startsAt: event.currentTarget.value })}
          error={fields.starts_at}
        />
        <Checkbox
          label="Show it in the list of leagues"
          description="Else only those who have its link find it."
          checked={isListed}
          onChange={(next) => set({ isListed: next })}
        />
        <div className={shared.row} data-align="end" data-gap="xs">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || create.isSuccess}>
            Create
          </Button>
        </div>
      </div>
    </form>
  );
}
