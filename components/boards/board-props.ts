/** Lets a viewer move; absent unless the viewer has a seat that may act now. */
export interface BoardPlay {
  /** The legal moves as the game lists them; `onMove` takes one of them. */
  legalMoves: readonly unknown[];
  /** Sends a move. The board stays as it is until the answer arrives. */
  onMove(move: unknown): void;
  /** A move is being sent: no other may be sent. */
  isSending: boolean;
}

/** A move that is played as soon as it is the viewer's turn, if it is legal then. On boards of squares. */
export interface Premove {
  from: string;
  to: string;
}

/** Lets a player choose a move while another one is to move. */
export interface BoardPremove {
  seat: number;
  chosen: Premove | null;
  onChoose(premove: Premove | null): void;
}

/** The properties of every board. It draws a view and knows no rules. */
export interface BoardProps<View = unknown> {
  view: View;
  /** Seen from the other side. */
  flipped: boolean;
  /** The newest position of a running match: the last move is marked in the live colour. */
  live: boolean;
  /** Small: without coordinates and captions. */
  mini?: boolean;
  /** A move, as the game takes it, that would have been better than the last one. */
  better?: unknown;
  play?: BoardPlay;
  /** Present while a player waits for another one. */
  premove?: BoardPremove;
}
