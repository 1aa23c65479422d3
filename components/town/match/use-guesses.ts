'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { request } from '@/components/console/request';
import { newUuid } from '@/components/ui/random-id';

const CHANGED = 'botplay-guess';

/** Seats by day. */
export type Guesses = Readonly<Record<string, readonly number[]>>;

const storedSchema = z.object({
  /** The same for all guesses of a match, and of no other. */
  spectatorId: z.uuid(),
  days: z.record(z.string(), z.array(z.int().min(0).max(7))),
});

const crowdSchema = z.object({
  days: z.array(
    z.object({
      day: z.int(),
      spectators: z.int(),
      seats: z.array(z.object({ seat: z.int(), guesses: z.int() })),
    }),
  ),
});

/** What the spectators of one day answered, the most suspected seat first. */
export type CrowdDay = z.infer<typeof crowdSchema>['days'][number];

const keyOf = (matchId: string) => `werewolf-guess:${matchId}`;

function read(text: string): z.infer<typeof storedSchema> | null {
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const stored = (matchId: string): string => {
  try {
    return localStorage.getItem(keyOf(matchId)) ?? '';
  } catch {
    return '';
  }
};

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}

const noAnswer = z.object({});

/** The own guesses of a match, kept in the browser and sent to the server. */
export function useOwnGuesses(matchId: string): {
  guesses: Guesses;
  /** Replaces the guess of a day; an empty one is only forgotten here. */
  guess: (day: number, seats: readonly number[]) => void;
  /** Why the server did not count the last guess. */
  failure: string | null;
} {
  const text = useSyncExternalStore(
    subscribe,
    () => stored(matchId),
    () => '',
  );
  const own = read(text);
  const send = useMutation({
    mutationFn: (body: { day: number; seats: readonly number[]; spectator_id: string }) =>
      request({ method: 'POST', path: `/api/town/matches/${matchId}/guesses`, body, answer: noAnswer }),
  });
  const guess = (day: number, seats: readonly number[]) => {
    const spectatorId = own?.spectatorId ?? newUuid();
    try {
      localStorage.setItem(keyOf(matchId), JSON.stringify({ spectatorId, days: { ...own?.days, [day]: seats } }));
    } catch {
      return;
    }
    window.dispatchEvent(new Event(CHANGED));
    if (seats.length > 0) send.mutate({ day, seats, spectator_id: spectatorId });
  };
  return { guesses: own?.days ?? {}, guess, failure: send.error?.message ?? null };
}

/** What all spectators answered, up to the last vote that is over. `after` names that vote: another one reads again. */
export function useCrowd(matchId: string, after: string): readonly CrowdDay[] {
  const { data } = useQuery({
    queryKey: ['crowd', matchId, after],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: `/api/town/matches/${matchId}/guesses`, answer: crowdSchema, signal }),
    placeholderData: (before) => before,
  });
  return data?.days ?? [];
}
