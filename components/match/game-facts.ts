/** What pages must know about a game to show one of its matches; all of it comes from the game's definition. */
export interface GameFacts {
  /** Players keep something from each other while a match runs. */
  hidesInformation: boolean;
  /** Random numbers decide something. */
  hasChance: boolean;
  /** An engine can analyse a finished match. */
  canAnalyse: boolean;
  /** Any position can be continued on an unrated board. */
  canContinue: boolean;
  /** The notation in which a finished match can be downloaded. */
  notation: 'pgn' | 'pdn' | null;
}

/** The facts of an unknown game: nothing can be done with it, and it may hide something. */
export const NO_FACTS: GameFacts = {
  hidesInformation: true,
  hasChance: true,
  canAnalyse: false,
  canContinue: false,
  notation: null,
};
