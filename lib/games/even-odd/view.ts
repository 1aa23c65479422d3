import type { Perspective, Seat } from '@/lib/core/game';
import {
  currentRound,
  type EvenOddProof,
  type EvenOddRound,
  type EvenOddState,
  outcomeOf,
  ROLES,
  type Role,
} from './rules';

export interface EvenOddView {
  status: 'in_progress' | 'game_over';
  /** The viewer's role; null for spectators. */
  your_role: Role | null;
  your_seat: Seat | null;
  roles: readonly Role[];
  round: number;
  rounds_to_win: number;
  max_rounds: number;
  time_limit_seconds: number;
  scores: number[];
  /** Whether each seat has committed a number in this round; the numbers stay hidden until both have. */
  committed: boolean[];
  commitments: (string | null)[];
  /** Numbers of this round that the viewer may see: its own, or all for omniscient viewers. */
  numbers: (number | null)[];
  previous_rounds: EvenOddRound[];
  /** Proof of the last round, for players only; spectators get it in the `round_resolved` event. */
  last_proof?: EvenOddProof | null;
  winner: Seat | null;
}

/** The position as `viewer` may see it. Numbers of the current round are hidden from other seats and spectators. */
export function viewOf(state: EvenOddState, { viewer, revealed }: Perspective): EvenOddView {
  const { rounds_to_win, max_rounds, time_limit_seconds } = state.options;
  const result = outcomeOf(state);
  const seat = typeof viewer === 'number' ? viewer : null;
  const seesAll = viewer === 'omniscient' || revealed;
  return {
    status: result ? 'game_over' : 'in_progress',
    your_role: seat === null ? null : (ROLES[seat] ?? null),
    your_seat: seat,
    roles: ROLES,
    round: result ? state.rounds.length : currentRound(state),
    rounds_to_win,
    max_rounds,
    time_limit_seconds,
    scores: state.scores,
    committed: state.sealed.map((sealed) => sealed !== null),
    commitments: state.sealed.map((sealed) => sealed?.commitment ?? null),
    numbers: state.sealed.map((sealed, of) => (seesAll || of === seat ? (sealed?.number ?? null) : null)),
    previous_rounds: state.rounds,
    ...(seat === null ? {} : { last_proof: state.proof }),
    winner: result?.winner ?? null,
  };
}

function describeRound({ round, moves, sum, winner }: EvenOddRound): string {
  const numbers = moves.map((number, seat) => `${ROLES[seat]} ${number ?? 'missed'}`).join(', ');
  const scored = winner === null ? 'no player scores' : `${ROLES[winner]} scores`;
  return `Round ${round}: ${numbers}${sum === null ? '' : `, sum ${sum}`}; ${scored}.`;
}

/** The last round, the score and the state of play as text; earlier rounds are in `previous_rounds`. */
export function describe(view: EvenOddView): string {
  const last = view.previous_rounds.at(-1);
  const score = `Score: ${view.scores.map((points, seat) => `${ROLES[seat]} ${points}`).join(', ')}.`;
  const waiting = ROLES.filter((_, seat) => !view.committed[seat]).join(' and ');
  const standing =
    view.status === 'in_progress'
      ? `Round ${view.round} of ${view.max_rounds}: waiting for ${waiting}.`
      : view.winner === null
        ? 'Draw.'
        : `${ROLES[view.winner]} has won.`;
  const own = view.your_seat === null ? null : view.numbers[view.your_seat];
  return [
    last && describeRound(last),
    score,
    standing,
    view.your_role && `You are ${view.your_role}.`,
    own && `You chose ${own}.`,
  ]
    .filter(Boolean)
    .join('\n');
}
