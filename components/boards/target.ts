/** A place on a board that can be picked, in the coordinates of the screen: a flipped board has flipped rows and columns. */
export interface Target {
  id: string;
  /** For screen readers: `e4, white pawn`. */
  label: string;
  /** From the top, and from the left, for the arrow keys. */
  row: number;
  column: number;
  /** Percent of the board's box. */
  box: { left: number; top: number; width: number; height: number };
  /** `legal`: picking it makes or completes a move, and it is marked. `chosen`: it was picked first. */
  state?: 'legal' | 'chosen';
  /** The mark of a legal place: a dot, or a ring around a piece. `none` where the drawing marks it. */
  mark?: 'dot' | 'ring' | 'none';
  shape?: 'square' | 'round';
  /** It can be focused and read, not picked. */
  disabled: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/** The target that Tab enters: the chosen one, else the first legal one, else the first that can be picked. */
export function firstTabStop(targets: readonly Target[]): Target | undefined {
  return (
    targets.find((target) => target.state === 'chosen') ??
    targets.find((target) => target.state === 'legal') ??
    targets.find((target) => !target.disabled) ??
    targets[0]
  );
}

/**
 * The target that an arrow key leads to; the same one at the edge. Left and right prefer the same row. Up and down lead
 * to the next row, to the target nearest to `goalColumn`, because rows can have gaps.
 */
export function nextTarget(from: Target, direction: Direction, targets: readonly Target[], goalColumn: number): Target {
  const row = targets.filter((target) => target.row === from.row).sort((one, other) => one.column - other.column);
  if (direction === 'first') return row[0] ?? from;
  if (direction === 'last') return row.at(-1) ?? from;
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    return findNearest(from, targets, (target) => ({
      ahead: (target.column - from.column) * sign,
      penalty: Math.abs(target.row - from.row) * targets.length,
    }));
  }
  return findNearest(from, targets, (target) => {
    const ahead = (target.row - from.row) * sign;
    return { ahead, penalty: ahead * targets.length + Math.abs(target.column - goalColumn) };
  });
}

/** The target ahead with the smallest sum of distance and penalty. */
function findNearest(
  from: Target,
  targets: readonly Target[],
  measure: (target: Target) => { ahead: number; penalty: number },
): Target {
  let nearest = { target: from, distance: Number.POSITIVE_INFINITY };
  for (const target of targets) {
    const { ahead, penalty } = measure(target);
    if (ahead > 0 && ahead + penalty < nearest.distance) nearest = { target, distance: ahead + penalty };
  }
  return nearest.target;
}
