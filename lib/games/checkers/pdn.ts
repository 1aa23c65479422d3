import type { GameRecord, RecordedMatch } from '@/lib/core/game';
import { type CheckersState, jumpedSquares, OPENING, squaresIn } from '@/lib/games/checkers/position';
import { columnOf, nameOf, rowOf, SQUARES, squareNamed } from '@/lib/games/checkers/squares';
import {
  resultOf,
  rosterOf,
  type Tag,
  terminationOf,
  timeControlOf,
  wrapLines,
  writeTags,
} from '@/lib/games/notation/portable';

/** In English draughts black moves first, so the seat that moves first (white on our board) is Black in the file. */
const BLACK = 0;
const WHITE = 1;
const ORIENTATION =
  'The board is turned by half: white of the match, who moves first, is Black here. a1 is 4, g1 is 1, h8 is 29.';

/** The standard number of a dark square, 1 to 32: our board turned by half, so that 1 to 12 belong to who begins. */
export function pdnNumber(name: string): number {
  const square = squareNamed(name);
  return 4 * rowOf(square) + ((7 - columnOf(square)) >> 1) + 1;
}

/** A checkers match in PDN: English draughts on the numbered squares. */
export function writePdn(match: RecordedMatch<CheckersState>): string {
  const result = resultOf(match.outcome, WHITE);
  return `${writeTags(tagsOf(match, result))}\n${wrapLines([...movetextOf(match), result])}`;
}

function tagsOf(match: RecordedMatch<CheckersState>, result: string): Tag[] {
  const [start] = match.states;
  const isUsual = !start || (start.rows === OPENING.rows && start.turn === OPENING.turn);
  return [
    ...rosterOf(match, { white: WHITE, black: BLACK, result }),
    ['GameType', '21,B,8,8,N1,0'],
    ['Orientation', ORIENTATION],
    ['TimeControl', timeControlOf(match)],
    ['PlyCount', String(match.moves.length)],
    ['Termination', terminationOf(match)],
    ...(isUsual ? [] : setUpOf(start)),
  ];
}

/** `B:W21,22:B1,K2`: the side to move, then the pieces of both sides. */
function setUpOf(start: CheckersState): Tag[] {
  const rows = start.rows.split('/');
  const squares = Array.from({ length: SQUARES }, (_, square) => ({
    number: pdnNumber(nameOf(square)),
    letter: rows[7 - rowOf(square)]?.charAt(columnOf(square)) ?? '.',
  })).sort((one, other) => one.number - other.number);
  const list = (man: string) =>
    squares
      .filter(({ letter }) => letter.toLowerCase() === man)
      .map(({ letter, number }) => `${letter === man ? '' : 'K'}${number}`)
      .join(',');
  return [
    ['SetUp', '1'],
    ['FEN', `${start.turn === 'w' ? 'B' : 'W'}:W${list('b')}:B${list('w')}`],
  ];
}

/** `1. 11-15 23-19 2. 8x15`: a number before each move of the side that begins. */
function movetextOf({ moves }: RecordedMatch<CheckersState>): string[] {
  const opensSecond = moves[0]?.seat === WHITE;
  return moves.flatMap(({ seat, notation }, index) => {
    const number = Math.floor((index + (opensSecond ? 1 : 0)) / 2) + 1;
    const written = writeMove(notation);
    if (seat === BLACK) return [`${number}.`, written];
    return index === 0 ? [`${number}...`, written] : [written];
  });
}

/** `c3d4` → `11-15`; a capture with every square on which it lands. */
function writeMove(notation: string): string {
  return squaresIn(notation)
    .map(pdnNumber)
    .join(jumpedSquares(notation).length > 0 ? 'x' : '-');
}

export const PDN: GameRecord<CheckersState> = {
  extension: 'pdn',
  mediaType: 'text/plain; charset=utf-8',
  write: writePdn,
};
