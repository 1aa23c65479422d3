import type { SnapshotPlayer } from '@/lib/domain/matches';

import { findKeyMoments, type KeyMomentKind, type TranscriptEvent } from '@/lib/games/werewolf/transcript';
import { type Line, withNames } from './story';

/** A moment worth going to. `step` is the index of its line. */
export interface Moment {
  /** Unique in the match. */
  key: string;
  step: number;
  kind: KeyMomentKind;
  /** With names, without a full stop. */
  text: string;
}

/** The names of players by seat. */
export const namesOf = (players: readonly SnapshotPlayer[]): string[] =>
  [...players].sort((one, other) => one.seat - other.seat).map(({ display_name }) => display_name);

/** The key moments with names, each with the line of the transcript at which it happened. */
export function findMoments(
  events: readonly TranscriptEvent[],
  lines: readonly Line[],
  players: readonly SnapshotPlayer[],
): Moment[] {
  return findKeyMoments(events, namesOf(players)).map(({ eventId, kind, text }) => ({
    key: `${eventId} ${kind} ${text}`,
    step: Math.max(
      0,
      lines.findLastIndex(({ id }) => id <= eventId),
    ),
    kind,
    text: withNames(text, players).replace(/\.$/, ''),
  }));
}

export const MOMENT_WORDS: Record<KeyMomentKind, string> = {
  ACCUSATION: 'Accusation',
  ROLE_CLAIM: 'Claim',
  SEER_CLAIM: 'Claim',
  COUNTERCLAIM: 'Counterclaim',
  INSPECTION_CLAIM: 'Claimed inspection',
  CONTRADICTION: 'Contradiction',
  VOTE_FLIP: 'Vote changed',
  DEATH: 'Death',
  SAVED: 'Saved',
  END: 'End',
};
