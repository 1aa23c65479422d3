import type { Outcome } from '@/lib/core/game';
import { type Occasion, type PublicStep, type Remark, remarkOn } from './occasion';

/** The occasions of every game: how a match begins and ends. */
export const GENERAL = {
  begin: {
    openings: [
      '{me} and {you} sit down to {game}.',
      'The match of {game} begins: {me} against {you}.',
      '{me} has the first seat, {you} the second.',
      'A new match of {game}, {me} against {you}.',
      '{game}, and {me} meets {you}.',
    ],
    endings: ['Nothing has been played yet.', 'The first move is due.', 'Both start from the same position.'],
  },
  won: {
    openings: [
      '{me} wins {how}.',
      'It is over: {me} has won {how}.',
      '{you} is beaten, {how}.',
      'The match goes to {me}, {how}.',
      'A win for {me} {how}.',
    ],
    endings: ['It took {moves}.', '{you} made the other half of {moves}.', 'The record has all {moves}.'],
  },
  drawn: {
    openings: [
      'No winner: the match is drawn.',
      '{me} and {you} share the point.',
      'It ends level between {me} and {you}.',
      'A draw after {moves}.',
      'Neither {me} nor {you} could win.',
    ],
    endings: ['The reason: {reason}.', 'It ended by {reason}.', 'The rules say: {reason}.'],
  },
  resigned: {
    openings: [
      '{you} resigns.',
      '{you} gives the match up.',
      '{you} has seen enough and resigns.',
      'No more from {you}, who resigns.',
      '{you} stops the match here.',
    ],
    endings: ['{me} wins after {moves}.', 'The point goes to {me}.', '{me} has won without the last move.'],
  },
  late: {
    openings: [
      '{you} has run out of time.',
      'The clock decides: {you} was late.',
      '{you} did not move in time.',
      'Time is up for {you}.',
      'The time of {you} is over.',
    ],
    endings: ['{me} wins on time.', 'The match goes to {me} after {moves}.', '{me} did not have to move again.'],
  },
  over: {
    openings: [
      'The match is over.',
      'That was the last move.',
      'No more moves: the match has ended.',
      'This match is closed.',
      'It ends here.',
    ],
    endings: ['It took {moves}.', 'The reason: {reason}.', 'The result stands below the board.'],
  },
} as const satisfies Record<string, Occasion>;

export type GeneralOccasion = keyof typeof GENERAL;

const moves = (ply: number): string => (ply === 1 ? 'one move' : `${ply} moves`);
const plain = (reason: string): string => reason.replaceAll('_', ' ');

/** What is said when a match begins or ends; null in between. `title` is that of the game. */
export function generalRemark(
  { events, ply }: PublicStep<unknown>,
  { title, seats, wins }: { title: string; seats: number; wins: Readonly<Record<string, string>> },
): Remark<GeneralOccasion> | null {
  const end = events.find(({ type }) => type === 'match_ended' || type === 'match_cancelled');
  if (end)
    return endRemark((end.data.outcome as Outcome | null) ?? null, String(end.data.reason ?? ''), { ply, seats, wins });
  const isBeginning = events.some(({ type }) => type === 'match_started') && ply === 0;
  return isBeginning && seats === 2 ? remarkOn('begin', 0, { game: title }) : null;
}

function endRemark(
  outcome: Outcome | null,
  ended: string,
  { ply, seats, wins }: { ply: number; seats: number; wins: Readonly<Record<string, string>> },
): Remark<GeneralOccasion> {
  const reason = plain(outcome?.reason ?? ended);
  const words = { reason, moves: moves(ply), how: wins[outcome?.reason ?? ''] ?? `(${reason})` };
  if (!outcome || seats !== 2) return { occasion: 'over', words };
  if (outcome.winner === null) return remarkOn('drawn', 0, words);
  if (outcome.reason === 'resigned') return remarkOn('resigned', outcome.winner, words);
  if (outcome.reason === 'timeout') return remarkOn('late', outcome.winner, words);
  return remarkOn('won', outcome.winner, words);
}
