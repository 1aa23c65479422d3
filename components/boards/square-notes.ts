/** An arrow that a viewer has drawn, or a mark where both squares are the same. */
export interface Drawn {
  from: string;
  to: string;
}

/** The arrows of a move in squares: one for `e2e4`, one for each jump of `b6d4f2`; none for another kind of move. */
export function arrowsOf(move: unknown): Drawn[] {
  const squares = typeof move === 'string' ? (move.match(/[a-h][1-8]/g) ?? []) : [];
  return squares.slice(1).map((to, index) => ({ from: squares[index] as string, to }));
}

/** Adds an arrow or mark; takes it away when it is there. */
export function toggleDrawn(drawn: readonly Drawn[], { from, to }: Drawn): Drawn[] {
  const others = drawn.filter((one) => one.from !== from || one.to !== to);
  return others.length < drawn.length ? others : [...drawn, { from, to }];
}
