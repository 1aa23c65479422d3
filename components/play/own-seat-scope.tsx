'use client';
import type { ReactNode } from 'react';
import type { BoardPremove } from '@/components/boards/board-props';
import type { MatchSnapshot } from '@/components/match/types';
import { KeysPendingUntilHydrated } from '@/components/ui/keys-pending';
import { QueryProvider } from '@/components/ui/query-provider';
import type { OwnSeat } from '@/lib/domain/play';

import { SeatPanel } from './seat-panel';
import { type OwnSeatState, useOwnSeat } from './use-own-seat';
import { usePremove } from './use-premove';

/** What the page of a match shows of the viewer's seat. */
export interface Seated {
  seat: OwnSeatState;
  premove: BoardPremove | undefined;
  /** The controls of the seat. */
  panel: ReactNode;
}

export interface OwnSeatScopeProps {
  own: OwnSeat;
  /** Id of the last event that changed the match. */
  heard: string;
  match: MatchSnapshot;
  /** Server time minus browser time, ms. */
  offsetMs: number;
  /** Draws the match; without a seat for a viewer who has none any more. */
  children: (seated: Seated | null) => ReactNode;
}

/** The seat of the viewer, with everything that only players need. */
export function OwnSeatScope(props: OwnSeatScopeProps) {
  return (
    <QueryProvider>
      <OwnSeatContent {...props} />
      <KeysPendingUntilHydrated />
    </QueryProvider>
  );
}

function OwnSeatContent({ own, heard, match, offsetMs, children }: OwnSeatScopeProps) {
  const seat = useOwnSeat(own, heard);
  const premove = usePremove(match.game_type, seat);
  return children(seat && { seat, premove, panel: <SeatPanel own={seat} match={match} offsetMs={offsetMs} /> });
}
