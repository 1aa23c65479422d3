import type { GameEvent, Seat } from '@/lib/core/game';

/**
 * What can be said on an occasion: five openings and three endings, which together make fifteen lines. `{me}` and `{you}` are
 * players; every other word in braces is given with the remark.
 */
export interface Occasion {
  openings: readonly [string, string, string, string, string];
  endings: readonly [string, string, string];
}

/** What the public saw of one step of a match: nothing else may be said. */
export interface PublicStep<View> {
  /** The position afterwards, as a spectator sees it. */
  view: View;
  /** The public events of the step. */
  events: readonly Pick<GameEvent, 'type' | 'data'>[];
  /** Public moves so far. */
  ply: number;
}

/** An occasion with its words. */
export interface Remark<Name extends string = string> {
  occasion: Name;
  me?: Seat;
  you?: Seat;
  words?: Readonly<Record<string, string | number>>;
}

/** What the platform says about the matches of a game. */
export interface Commentary<View = unknown, Name extends string = string> {
  occasions: Readonly<Record<Name, Occasion>>;
  /** How a match is won, by the reason of its outcome: `with four in a row`. */
  wins: Readonly<Record<string, string>>;
  /** What is worth saying about a step; null for nothing. Pure. */
  remark(step: PublicStep<View>): Remark<Name> | null;
}

/** Declares the commentary of a game beside its rules; `lib/games/commentary/index.ts` lists them all. */
export function defineCommentary<View, Name extends string>(
  commentary: Commentary<View, Name>,
): Commentary<View, Name> {
  return commentary;
}

/** The data of the last public move of a step; null when no move was made. */
export function moveIn<View>({ events }: PublicStep<View>): { seat: Seat; data: Record<string, unknown> } | null {
  const data = events.findLast(({ type }) => type === 'move_played')?.data;
  return typeof data?.seat === 'number' ? { seat: data.seat, data } : null;
}

const otherSeat = (seat: Seat): Seat => 1 - seat;

/** A remark about a player of two and the other one. */
export const remarkOn = <Name extends string>(occasion: Name, me: Seat, words: Remark['words'] = {}): Remark<Name> => ({
  occasion,
  me,
  you: otherSeat(me),
  words,
});

/** `1 man`, `3 men`. */
export const count = (number: number, one: string, more = `${one}s`): string =>
  `${number} ${number === 1 ? one : more}`;

/**
 * What an engine thinks of a position, without a full stop: `The engine counts +1.2 for {me}`.
 * @param value from the side of the player that moved, in hundredths of a pawn or a man
 */
export function judgement(value: number): string {
  const figure = (Math.abs(value) / 100).toFixed(1);
  if (figure === '0.0') return 'The engine sees a level game';
  return `The engine counts ${value < 0 ? '−' : '+'}${figure} for {me}`;
}
