/** An arrow that a viewer has drawn, or a mark where both squares are the same. */
export interface Drawn {
  from: string;
  to: string;
}

/** Adds an arrow or mark; takes it away when it is there. */
export function toggleDrawn(drawn: readonly Drawn[], { from, to }: Drawn): Drawn[] {
  const others = drawn.filter((one) => one.from !== from || one.to !== to);
  return others.length < drawn.length ? others : [...drawn, { from, to }];
}
