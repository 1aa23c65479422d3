import type { EventSentence } from '../define-board';
import { MATCH_IS_OVER } from '../view';
import type { EvenOddView, Round } from './view';

/** By seat. */
export const ROLES = ['ODD', 'EVEN'] as const;

/** `odd` or `even`. */
export const parityOf = (sum: number): string => (sum % 2 === 1 ? 'odd' : 'even');

export function describeStanding({ scores, winner, status, round, max_rounds }: EvenOddView): string {
  const [odd = 0, even = 0] = scores;
  const score = `${Math.max(odd, even)}–${Math.min(odd, even)}`;
  if (status === 'game_over') return winner === null ? `Drawn ${odd}–${even}` : `${ROLES[winner]} won ${score}`;
  const lead = odd === even ? `Level at ${odd}–${even}` : `${odd > even ? 'ODD' : 'EVEN'} leads ${score}`;
  return `${lead} in round ${round} of at most ${max_rounds}`;
}

export function describePosition(view: EvenOddView): string {
  const { previous_rounds, scores, committed, status, round, stopped } = view;
  const [odd = 0, even = 0] = scores;
  const awaited = ROLES.filter((_, seat) => !committed[seat]);
  const isOver = status === 'game_over' || stopped;
  const next = isOver ? MATCH_IS_OVER : `Round ${round}: waiting for ${awaited.join(' and ')}.`;
  return [...previous_rounds.map(describeRound), `Score: ODD ${odd}, EVEN ${even}.`, next].join('\n');
}

/** "Round 2: 3 + 4 = 7, odd. ODD scores." */
function describeRound({ round, moves, sum, winner }: Round): string {
  const scores = winner === null ? 'No point.' : `${ROLES[winner]} scores.`;
  if (sum === null) {
    const missing = ROLES.filter((_, seat) => moves[seat] === null);
    return `Round ${round}: ${missing.join(' and ')} sent no number. ${scores}`;
  }
  return `Round ${round}: ${moves[0]} + ${moves[1]} = ${sum}, ${parityOf(sum)}. ${scores}`;
}

export function describeKeyMoment(before: EvenOddView, { previous_rounds, scores }: EvenOddView): string | null {
  const round = previous_rounds.at(-1);
  if (!round || previous_rounds.length === before.previous_rounds.length) return null;
  const { winner } = round;
  return winner === null ? null : `${ROLES[winner]} scores, ${scores[winner]}–${scores[1 - winner]}`;
}

/** A number is secret until both are chosen; the event of the round has both. */
export const eventSentences: Record<string, EventSentence> = {
  move_committed: (data, playerName) => `${playerName(data.seat)} chose a number.`,
  number_chosen: () => '',
  round_resolved: (data) => describeRound(data as unknown as Round),
};
