/** What lets a viewer act: present only for who holds a seat and may move now. */
export interface BoardPlay {
  /** The moves that the rules allow now, as the game lists them; one of them is what `onMove` takes. */
  legalMoves: readonly unknown[];
  /** Sends a move. The board stays as it is until the answer arrives. */
  onMove(move: unknown): void;
  /** A move is on its way: nothing more may be sent. */
  isSending: boolean;
}

/** What a board is given. It draws a view and knows no rules. */
export interface BoardProps {
  view: unknown;
  /** Seen from the other side. */
  flipped: boolean;
  /** The newest position of a running game: the last move is marked in the colour of what is live. */
  live: boolean;
  /** Small: no coordinates, no captions. */
  mini?: boolean;
  /** Present while the viewer may act. */
  play?: BoardPlay;
}
