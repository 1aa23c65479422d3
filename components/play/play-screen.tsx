'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { ReactNode } from 'react';
import { useOneRequest } from '@/components/console/api';
import { request } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { Button, ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import { STRENGTHS } from '@/lib/core/game';
import type { CurrentGame } from '@/lib/domain/play';
import type { GameCard } from './card';
import { GameChooser } from './game-chooser';
import { MatchSettings } from './match-settings';
import classes from './play-screen.module.css';
import { type PersonState, personStateSchema } from './responses';

const AGAINST = ['bots', 'friend', 'others'] as const;

const choice = {
  game: parseAsString.withDefault(''),
  against: parseAsStringLiteral(AGAINST).withDefault('bots'),
  strength: parseAsStringLiteral(STRENGTHS).withDefault('easy'),
  bot: parseAsString.withDefault(''),
  seat: parseAsString.withDefault('0'),
  time: parseAsString.withDefault(''),
};

/** Choose a game, an opponent, a seat and the time, and start. The choices are in the address. */
export function PlayScreen({
  games,
  boards,
  self: first,
}: {
  games: readonly GameCard[];
  /** The small board of each game by its id, drawn by the server. */
  boards: Readonly<Record<string, ReactNode>>;
  self: PersonState;
}) {
  const [chosen, setChosen] = useQueryStates(choice, { history: 'replace', shallow: true, scroll: false });
  const queries = useQueryClient();
  const { data: self } = useQuery({
    queryKey: ['play-self'],
    queryFn: ({ signal }) => request({ method: 'GET', path: '/api/play/me', answer: personStateSchema, signal }),
    initialData: first,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  // Without a choice a long game, not the first of the catalog.
  const game = games.find(({ id }) => id === chosen.game) ?? games.find(({ hasGameClock }) => hasGameClock) ?? games[0];
  if (!game) return null;
  const { place } = self;
  return (
    <Page
      title="Play"
      lead="Take a seat yourself, against house bots, agents or other people. What people play is rated apart from agents."
    >
      {place && (
        <PlaceNotice place={place} onLeft={() => void queries.invalidateQueries({ queryKey: ['play-self'] })} />
      )}
      <div className={classes.layout}>
        <GameChooser
          games={games}
          boards={boards}
          current={game.id}
          onChoose={(id) => void setChosen({ game: id, seat: null })}
        />
        <MatchSettings
          key={game.id}
          game={game}
          chosen={chosen}
          onChange={(change) => void setChosen({ game: game.id, ...change })}
          self={self}
        />
      </div>
    </Page>
  );
}

/** One game at a time: the match or lobby that the person is in, with buttons to continue or leave. */
function PlaceNotice({ place, onLeft }: { place: CurrentGame; onLeft: () => void }) {
  const isPlaying = place.state === 'playing';
  const id = place.game_session_id;
  const leave = useOneRequest(
    () => ({
      method: 'POST' as const,
      path: isPlaying ? `/api/play/matches/${id}/resign` : `/api/play/lobbies/${id}/leave`,
      body: {},
      answer: ignoredSchema,
    }),
    onLeft,
  );
  return (
    <div className={classes.notice} role="status">
      <p className={classes.noticeText}>
        {isPlaying ? `You are in a game of ${place.title}.` : `You are waiting in a lobby of ${place.title}.`}
        {leave.error && ` ${leave.error.message}`}
      </p>
      <ButtonLink href={`/matches/${id}`}>{isPlaying ? 'Continue playing' : 'Go to the lobby'}</ButtonLink>
      <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
        {isPlaying ? 'Resign' : 'Leave the lobby'}
      </Button>
    </div>
  );
}
