import { CELLS, linesOf, type Mark, markToMove, type TicTacToeState, winnerOf } from './grid';

/** Writes the state string of game-tools.md, Tic-Tac-Toe State Format. */
export function encode({ grid, last, side }: TicTacToeState): string {
  const winner = winnerOf(grid);
  const who = (mark: Mark) => (mark === side ? 'player' : 'opponent');
  const rows = `${grid.slice(0, 3)}/${grid.slice(3, 6)}/${grid.slice(6)}`;
  const status = winner === null ? 'in_progress' : 'game_over';
  const won = winner === null ? '-' : winner === 'draw' ? 'draw' : who(winner);
  const other = side === 'X' ? 'O' : 'X';
  return `G:${rows}|T:${who(markToMove(grid))}|ST:${status}|LA:${last ?? '-'}|W:${won}|P:${side}|O:${other}`;
}

const STATE_STRING =
  /^G:([.XO]{3})\/([.XO]{3})\/([.XO]{3})\|T:[a-z]+\|ST:[a-z_]+\|LA:(-|[ABC][123])\|W:[a-z-]+\|P:([XO])\|O:[XO]$/;

/** Reads a state string. @throws Error with the reason when its fields contradict its grid */
export function decode(text: string): TicTacToeState {
  const [, top, middle, bottom, last, side] = STATE_STRING.exec(text) ?? [];
  if (top === undefined || middle === undefined || bottom === undefined || side === undefined) {
    throw new Error(
      'Not a tic-tac-toe state: expected G:<grid>|T:<turn>|ST:<status>|LA:<last>|W:<winner>|P:<mark>|O:<mark>.',
    );
  }
  const grid = top + middle + bottom;
  const state: TicTacToeState = {
    grid,
    last: CELLS.find((cell) => cell === last) ?? null,
    side: side === 'O' ? 'O' : 'X',
  };
  const lead = grid.split('X').length - grid.split('O').length;
  if (lead !== 0 && lead !== 1) throw new Error('Impossible grid: X moves first and the marks alternate.');
  const lastMark = lead === 1 ? 'X' : 'O';
  if (linesOf(grid, lastMark === 'X' ? 'O' : 'X').length > 0)
    throw new Error('Impossible grid: play went on after a line.');
  // The last action is unknown in a position that was set up by hand.
  if (state.last !== null && grid[CELLS.indexOf(state.last)] !== lastMark) {
    throw new Error(`Impossible last action: ${lastMark} did not mark ${last}.`);
  }
  if (encode(state) !== text) throw new Error(`The fields contradict the grid; expected ${encode(state)}`);
  return state;
}
