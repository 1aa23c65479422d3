import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { NextLiveMatch, WhatNext } from '@/components/match/what-next';
import type { LiveMatch } from '@/lib/domain/matches';

const router = { back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

const idsLinkedIn = (node: ReactNode): (string | undefined)[] => {
  const markup = renderToStaticMarkup(
    <AppRouterContext.Provider value={router as never}>{node}</AppRouterContext.Provider>,
  );
  return [...markup.matchAll(/href="\/matches\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
};

/** The ids of the matches that a page offers after an end: as "Next live match" and as "More to watch". */
export function offeredMatches(match: { match_id: string; game_type: string; title: string }, live: LiveMatch[]) {
  return {
    next: idsLinkedIn(<NextLiveMatch match={match} live={live} sawEnd={false} />),
    more: idsLinkedIn(<WhatNext match={match} live={live} />),
  };
}
