import type { Outcome, Seat, TimeControl } from './game';

/** One recorded move of a match. */
export interface RecordedMove {
  seat: Seat;
  /** As players write it: `Nf3`, `X B2`. */
  notation: string;
  /** As the game takes it. */
  move: unknown;
  spentMs: number;
}

/** A match, for export in the notation of its game. */
export interface RecordedMatch<State = unknown> {
  /** URL of the match page. */
  url: string;
  /** What it was part of, in words. */
  event: string;
  startedAt: Date;
  status: 'active' | 'completed' | 'cancelled';
  /** The time limit of each move; null without one. */
  moveTimeMs: number | null;
  /** One clock for the whole game, in place of it. */
  timeControl: TimeControl | null;
  /** By seat. */
  players: { name: string; kind: 'agent' | 'bot' | 'human'; elo: number | null }[];
  /** The position before the first move, then the one after each. */
  states: readonly State[];
  moves: readonly RecordedMove[];
  outcome: Outcome | null;
}

/** The notation in which the players of a game exchange games. */
export interface GameRecord<State> {
  /** The end of the file's name. */
  extension: 'pgn' | 'pdn';
  mediaType: string;
  write(match: RecordedMatch<State>): string;
}
