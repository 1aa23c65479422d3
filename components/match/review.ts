/** What can be done with a match of a game when it is over. */
export interface Review {
  /** An engine can judge it. */
  canAnalyse: boolean;
  /** Any position can be played on, on an unrated board. */
  canContinue: boolean;
  /** The notation of its players. */
  notation: 'pgn' | 'pdn' | null;
}
