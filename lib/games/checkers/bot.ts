import type { BotSituation, Judgement, Strength } from '@/lib/core/game';
import { type BotProfile, movesAtRandom, searchLimits } from '@/lib/games/bot-profile';
import { toJudgement } from '@/lib/games/judgement';
import { search } from '@/lib/games/search';
import { QUIET_LIMIT } from './board';
import { preferenceOf } from './manner';
import type { CheckersView } from './position';
import { boardOf, type CheckersState, COLORS, type LegalMove, rulesOf } from './position';

/** The strongest searches for about a quarter of a second. Noise is in hundredths of a man. */
const PROFILES: Record<Strength, BotProfile> = {
  easy: { nodes: 2_000, depth: 2, carelessPercent: 25, noise: { opening: 60, later: 60 }, manner: 60 },
  medium: { nodes: 10_000, depth: 5, carelessPercent: 4, noise: { opening: 20, later: 20 }, manner: 25 },
  strong: { nodes: 250_000, depth: 96, carelessPercent: 0, noise: { opening: 4, later: 0 }, manner: 12 },
};
const OPENING_MOVES = 6;

/** The move of a house bot, from the view of its seat. */
export function chooseMove({ view, legalMoves, strength, manner, rng }: BotSituation<string, CheckersView>): string {
  const profile = PROFILES[strength];
  if (movesAtRandom(profile, rng) || legalMoves.length === 1) return rng.pick(legalMoves);
  const state: CheckersState = {
    rows: view.board.join('/'),
    turn: view.turn === 'black' ? 'b' : 'w',
    quiet: view.quiet_moves,
    ply: 0,
    last: null,
  };
  const phase = view.move_number <= OPENING_MOVES ? 'opening' : 'later';
  const { playable } = rulesOf(state);
  const limits = searchLimits(profile, phase, rng, manner && preferenceOf(manner, boardOf(state), playable));
  const { moves } = search(boardOf(state), codesOf(playable), limits);
  return notationOf(playable, moves[0]?.move) ?? rng.pick(legalMoves);
}

/** Judges a position; exact where a win is proved. */
export function judge(state: CheckersState, nodes: number): Judgement<string> {
  const { end, side, playable } = rulesOf(state);
  const found =
    end === null
      ? search(boardOf(state), codesOf(playable), { nodes, depth: 96, margin: 10 })
      : end === 'forty_moves'
        ? 'draw'
        : { winner: 1 - side };
  const toMove = (code: number) => notationOf(playable, code) ?? '';
  // The win may take longer than the forty moves leave; captures and moves of men on the way are not considered.
  const isWinInTime = (plies: number) => state.quiet + plies <= QUIET_LIMIT;
  return toJudgement({ seat: side, names: COLORS, point: 100, slope: 150, found, toMove, isWinInTime });
}

const codesOf = (moves: readonly LegalMove[]) => moves.map(({ code }) => code);
const notationOf = (moves: readonly LegalMove[], code: number | undefined) =>
  moves.find((move) => move.code === code)?.notation;
