import type { Line } from './timeline';

/** One row of a record for two: the turn of each side, which can have several moves. */
export interface RecordRow {
  number: number;
  /** By seat. */
  turns: [Line[], Line[]];
}

const isMove = (line: Line) => line.notation !== null;

/** Whether the record has rows of two turns: two players, and moves with a notation. */
export function isForTwo(lines: readonly Line[], players: number): boolean {
  return players === 2 && lines.some(isMove);
}

/** `1. e4 e5`: a new row begins when the first side moves after the second. */
export function recordRows(lines: readonly Line[]): RecordRow[] {
  const rows: RecordRow[] = [];
  for (const line of lines.filter(isMove)) {
    const side = line.seat === 1 ? 1 : 0;
    const last = rows.at(-1);
    const row: RecordRow =
      last && (side === 1 || last.turns[1].length === 0) ? last : { number: rows.length + 1, turns: [[], []] };
    if (row !== last) rows.push(row);
    row.turns[side].push(line);
  }
  return rows;
}

/** The name of a position in the record: `12. Nf3`, `12… Nf6`; null if it has none. */
export function momentName(lines: readonly Line[], players: number, ply: number): string | null {
  if (!isForTwo(lines, players)) return null;
  for (const { number, turns } of recordRows(lines)) {
    for (const [side, turn] of turns.entries()) {
      const line = turn.find((one) => one.ply === ply);
      if (line) return `${number}${side === 0 ? '.' : '…'} ${line.notation}`;
    }
  }
  return null;
}
