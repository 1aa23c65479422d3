/** What a board is given. It draws a view and knows no rules. */
export interface BoardProps {
  view: unknown;
  /** Seen from the other side. */
  flipped: boolean;
  /** The newest position of a running game: the last move is marked in the colour of what is live. */
  live: boolean;
  /** Small: no coordinates, no captions. */
  mini?: boolean;
}
