import { z } from 'zod';
import type { StatelessAdapter } from '@/lib/core/stateless-adapter';
import { type TurnRules, turnAdapter } from '@/lib/games/turn-adapter';
import { CELLS, type Cell, MARKS, type TicTacToeState } from './grid';

/** The stateless tools of tic-tac-toe. */
export function ticTacToeAdapter(rules: TurnRules<TicTacToeState, Cell>): StatelessAdapter<TicTacToeState> {
  return turnAdapter<TicTacToeState, Cell>(rules, {
    gameType: 'tic_tac_toe',
    title: 'tic-tac-toe',
    stateFormat: 'G:<grid>|T:<turn>|ST:<status>|LA:<last>|W:<winner>|P:<mark>|O:<mark>',
    begin: {
      inputs: { side: z.enum(MARKS).describe('Your mark, X by default; X opens, so with O the opponent does') },
      start: ({ side = 'X' }) => {
        const mark = MARKS.find((one) => one === side);
        if (!mark) return { ok: false, reason: 'side is "X" or "O".' };
        return { ok: true, position: { grid: '.........', last: null, side: mark } };
      },
    },
    move: {
      field: 'coord',
      schema: z.enum(CELLS).describe('A cell: column letter A to C, then row 1 to 3 from the top; B2 is the centre'),
      write: (cell) => cell,
    },
    example: { position: 'G:X../.O./...|T:player|ST:in_progress|LA:B2|W:-|P:X|O:O', move: 'C3' },
  });
}
