import type { GameRecord, RecordedMatch } from '@/lib/core/game';
import { START_FEN } from '@/lib/games/chess/position';
import type { ChessState } from '@/lib/games/chess/state';
import {
  formatElapsed,
  resultOf,
  rosterOf,
  type Tag,
  terminationOf,
  timeControlOf,
  wrapLines,
  writeTags,
} from '@/lib/games/notation/portable';

const WHITE = 0;
const BLACK = 1;

/** A chess match in PGN's export format: the seven tags, what else is known, and the moves with the time they took. */
export function writePgn(match: RecordedMatch<ChessState>): string {
  const result = resultOf(match.outcome, WHITE);
  return `${writeTags(tagsOf(match, result))}\n${wrapLines([...movetextOf(match), result])}`;
}

function tagsOf(match: RecordedMatch<ChessState>, result: string): Tag[] {
  const start = match.states[0]?.start ?? START_FEN;
  const setUp: Tag[] =
    start === START_FEN
      ? []
      : [
          ['SetUp', '1'],
          ['FEN', start],
        ];
  return [
    ...rosterOf(match, { white: WHITE, black: BLACK, result }),
    ['WhiteType', typeOf(match, WHITE)],
    ['BlackType', typeOf(match, BLACK)],
    ['Variant', 'Standard'],
    ['TimeControl', timeControlOf(match)],
    ['PlyCount', String(match.moves.length)],
    ['Termination', terminationOf(match)],
    ...setUp,
  ];
}

const typeOf = ({ players }: RecordedMatch<ChessState>, seat: number) =>
  players[seat]?.kind === 'human' ? 'human' : 'program';

/** `1. e4 {[%emt 0:00:02]} 1... e5 {…}`: after a comment, black's move has its number again. */
function movetextOf({ moves, states }: RecordedMatch<ChessState>): string[] {
  return moves.flatMap(({ notation, spentMs }, index) => [numberOf(states[index]), notation, formatElapsed(spentMs)]);
}

/** The move number, from the FEN of the position before the move. */
function numberOf(before: ChessState | undefined): string {
  const [, turn, , , , number] = before?.fen.split(' ') ?? [];
  return turn === 'b' ? `${number}...` : `${number}.`;
}

export const PGN: GameRecord<ChessState> = {
  extension: 'pgn',
  mediaType: 'application/vnd.chess-pgn; charset=utf-8',
  write: writePgn,
};
