/** A place of a board that can be picked, as it is seen: a flipped board gives flipped rows, columns and boxes. */
export interface Target {
  id: string;
  /** What a reader says: `e4, white pawn`. */
  label: string;
  /** From the top, and from the left: where the arrow keys find it. */
  row: number;
  column: number;
  /** Percent of the board's box. */
  box: { left: number; top: number; width: number; height: number };
  /** `legal`: picking it does or finishes a move, and it is marked. `chosen`: what was picked first. */
  state?: 'legal' | 'chosen';
  /** How a legal place is marked: a dot, or a ring around what stands there. `none` where the drawing tells it. */
  mark?: 'dot' | 'ring' | 'none';
  shape?: 'square' | 'round';
  /** It can be reached and read, not picked. */
  disabled: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** Where Tab enters: what is chosen, else the first place that is legal, else one that can be picked. */
export function firstStop(targets: readonly Target[]): Target | undefined {
  return (
    targets.find((target) => target.state === 'chosen') ??
    targets.find((target) => target.state === 'legal') ??
    targets.find((target) => !target.disabled) ??
    targets[0]
  );
}

/**
 * The target that an arrow key leads to; the same one at the edge. Left and right keep to the row while it goes on; up
 * and down go to the next row, there to what is nearest to `goal`, so that gaps do not lead astray.
 */
export function stepFrom(from: Target, direction: Direction, targets: readonly Target[], goal: number): Target {
  const row = targets.filter((target) => target.row === from.row).sort((one, other) => one.column - other.column);
  if (direction === 'first') return row[0] ?? from;
  if (direction === 'last') return row.at(-1) ?? from;
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    return nearest(from, targets, (target) => [
      (target.column - from.column) * sign,
      Math.abs(target.row - from.row) * targets.length,
    ]);
  }
  return nearest(from, targets, (target) => {
    const away = (target.row - from.row) * sign;
    return [away, away * targets.length + Math.abs(target.column - goal)];
  });
}

/** The target ahead with the least distance; `measure` says how far ahead it is and what counts besides. */
function nearest(from: Target, targets: readonly Target[], measure: (target: Target) => [number, number]): Target {
  const ahead = targets
    .map((target) => ({ target, measured: measure(target) }))
    .filter(({ measured: [away] }) => away > 0)
    .map(({ target, measured: [away, besides] }) => ({ target, distance: away + besides }));
  const least = Math.min(...ahead.map(({ distance }) => distance));
  return ahead.find(({ distance }) => distance === least)?.target ?? from;
}
