import type { Judgement } from '@/lib/core/game';
import type { ChessState } from '@/lib/games/chess/state';
import { toUci } from './engine/board';
import { boardAfter } from './engine/notation';
import { pliesToMate, type SearchResult, search } from './engine/search';

const DEEPEST = 64;
/**
 * Winning chances of a lead in centipawns, by the curve that lichess fitted to the results of its players. Two
 * pawns are 0.35, a rook 0.73.
 */
const STEEPNESS = 0.00368208;

/** The engine's judgement of a position, from a limited search: an estimate, except mates, which are proved. */
export function judge(state: ChessState, nodes: number): Judgement<string> {
  if (state.status === 'checkmate') {
    const loser = state.fen.includes(' w ') ? 'white' : 'black';
    const winner = loser === 'white' ? 'black' : 'white';
    return { advantage: winner === 'white' ? 1 : -1, exact: true, best: [], words: `${winner} has won` };
  }
  if (state.status === 'stalemate' || state.status === 'draw')
    return { advantage: 0, exact: true, best: [], words: 'drawn' };
  const isWhite = state.fen.includes(' w ');
  const found = search(boardOf(state), { nodes, depth: DEEPEST, scored: true });
  const best = [toUci(found.move)];
  const fromWhite = isWhite ? found.score : -found.score;
  const plies = pliesToMate(found.score);
  if (plies === null) return { advantage: share(fromWhite), exact: false, best, words: pawns(fromWhite) };
  const words = `${fromWhite > 0 ? 'white' : 'black'} mates in ${Math.ceil(plies / 2)}`;
  return { advantage: Math.sign(fromWhite), exact: isProved(state, found, plies, nodes), best, words };
}

/** New for every search, because a search that runs out of nodes does not undo its moves. */
const boardOf = ({ fen, movetext }: ChessState) => boardAfter({ fen, moves: movetext });

/** Whether a full search confirms the mate. */
function isProved(state: ChessState, found: SearchResult, plies: number, nodes: number): boolean {
  const again = search(boardOf(state), { nodes, depth: plies, scored: true, strict: true });
  return pliesToMate(again.score) !== null && Math.sign(again.score) === Math.sign(found.score);
}

const share = (centipawns: number) => 2 / (1 + Math.exp(-STEEPNESS * centipawns)) - 1;

/** `+1.3`, `-0.4`, `level`. */
function pawns(centipawns: number): string {
  const tenths = Math.round(centipawns / 10);
  if (tenths === 0) return 'level';
  return `${tenths > 0 ? '+' : '-'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}
