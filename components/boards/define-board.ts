import type { ReactElement } from 'react';
import type * as v from 'valibot';

/** Style sheets by path below `components/boards`, each with the class names that the markup has. */
export type PictureStyles = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** A board as a static drawing, for preview images and for small boards of cards: the elements of the page, without hooks. */
export interface BoardPicture<View> {
  /** @param mini the small board of a card; absent: the large one */
  draw(view: View, live: boolean, mini?: boolean): ReactElement;
  styles: PictureStyles;
}

/** Names of positions near the beginning of a game. */
export interface Openings<View> {
  /** Later positions have no name. */
  lastPly: number;
  /** Loads the names. @returns the name of a position; null for one without a name */
  load(): Promise<(view: View) => string | null>;
}

/** Says what an event of the game did; '' for an event that the record leaves out. */
export type EventSentence = (data: Record<string, unknown>, playerName: (seat: unknown) => string) => string;

/**
 * A game on the pages: how its views are read and described, and what pages know of it. Its drawing is apart
 * (board-components.tsx), because a page needs the words of every game that it names, and few boards.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry is heterogeneous; each entry was checked by defineBoard.
export interface BoardDefinition<View = any> {
  /** The fields that are drawn. Pages drop all other fields of the game's view. */
  view: v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, View>;
  /** Who is ahead: one clause without a full stop. */
  describeStanding(view: View): string;
  /** The whole position as text. */
  describePosition(view: View): string;
  /** Why a turn is a key moment of the match; null for any other turn. */
  describeKeyMoment(before: View, after: View): string | null;
  /** By event type, for events whose sentence is not the common one. */
  eventSentences?: Readonly<Record<string, EventSentence>>;
  /** By `outcome.reason`: "on time", "with three in a row". */
  endReasons?: Readonly<Record<string, string>>;
  /** Who has won, by `outcome.reason`, in a game of sides whose members are named behind it: "The werewolves won". */
  winningSides?: Readonly<Record<string, string>>;
  /** A note beside a player's name: `+3`. */
  describePlayer?(view: View, seat: number): string | null;
  /** Its board lets a player choose a move before the turn. */
  hasPremoves?: true;
  /** A move of the record as players write it, in place of the notation of the game. */
  writeMove?(notation: string): string;
  /** Moves as players write them, in place of what the game takes. */
  nameMoves?(view: View, moves: readonly string[]): string[];
  /** The colours of the first and the second side, as CSS; absent: white and black. */
  sideColors?: readonly [string, string];
  /** The names by which players know positions near the beginning. */
  openings?: Openings<View>;
  /** The path of the page for its matches, without the id; absent for the common page of matches. */
  pagePath?: string;
  /** Another ranking of its players, beside the leaderboard. */
  ranking?: { path: string; label: string };
  /** How long its board takes to show a new position, in ms, where the words beside it must not be first. */
  settlesMs?: number;
  /** A narrow page stacks the parts of the board; where height is short, the small board is shown instead. */
  isTall?: boolean;
  /** A wide page shows the sides of the two players beside each other, each below its player. */
  isTwoSided?: boolean;
}

/** Declares the board of a game; `registry.ts` lists it under the id of the game. */
export function defineBoard<View>(definition: BoardDefinition<View>): BoardDefinition<View> {
  return definition;
}
