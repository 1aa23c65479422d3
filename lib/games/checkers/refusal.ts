import type { CheckersState, LegalMove, Rules } from './position';
import { COLORS, pieceLetterAt, rulesOf, squaresIn } from './position';
import { directionTo, squareNamed } from './squares';

const MAX_NEAREST = 12;
const MAX_NAMED = 4;

export interface Refusal {
  ok: false;
  reason: string;
  nearest: string[];
}

/** The playable moves that a notation may mean: itself, or the captures between its first and last square. */
export function matchingMoves(rules: Rules, notation: string): LegalMove[] {
  const exact = rules.playable.find((move) => move.notation === notation);
  if (exact) return [exact];
  const squares = squaresIn(notation);
  return squares.length === 2
    ? rules.playable.filter(
        (move) => move.notation.startsWith(squares[0] ?? '') && move.notation.endsWith(squares[1] ?? ''),
      )
    : [];
}

/** Refuses a short form that fits several captures. */
export function refuseAmbiguous(notation: string, candidates: readonly LegalMove[]): Refusal {
  const names = candidates.map((move) => move.notation);
  return {
    ok: false,
    reason: `${notation} could be ${listed(names, 'or')}: name every square on which it lands.`,
    nearest: names.slice(0, MAX_NEAREST),
  };
}

/** The reason why a notation is not a legal move, and the legal moves nearest to it. */
export function refuse(state: CheckersState, notation: string): Refusal {
  const rules = rulesOf(state);
  const [from = '', ...path] = squaresIn(notation);
  return { ok: false, reason: reasonFor(state, rules, notation, from, path), nearest: nearestTo(rules, from, path) };
}

function reasonFor(state: CheckersState, rules: Rules, notation: string, from: string, path: string[]): string {
  const mover = COLORS[rules.side];
  const light = [from, ...path].find((square) => squareNamed(square) < 0);
  if (light) return `${light} is a light square; pieces move on dark squares only.`;
  const letter = pieceLetterAt(state.rows, from);
  if (letter === '.') return `${from} is empty.`;
  const piece = letter === letter.toLowerCase() ? 'man' : 'king';
  if (letter.toLowerCase() !== mover.charAt(0))
    return `The ${piece} on ${from} is ${letter.toLowerCase() === 'w' ? 'white' : 'black'}, and it is ${mover}'s turn.`;
  const longer = rules.playable.filter((move) => move.notation.startsWith(notation)).map((move) => move.notation);
  if (longer.length > 0) return `The capture continues: ${listed(longer, 'or')}.`;
  if (rules.mustCapture && !jumpsSomething(state, rules, from, path)) {
    const captures = rules.playable.map((move) => move.notation);
    return `A capture must be taken: ${listed(captures, 'or')}.`;
  }
  return reasonOfPath(state, piece, rules, from, path);
}

/** Whether the first step is a jump over an enemy; then "a capture must be taken" would be the wrong reason. */
function jumpsSomething(state: CheckersState, rules: Rules, from: string, [to = '']: string[]): boolean {
  const over = middleOf(from, to);
  return over !== null && pieceLetterAt(state.rows, over).toLowerCase() === (rules.side === 0 ? 'b' : 'w');
}

function reasonOfPath(state: CheckersState, piece: string, rules: Rules, from: string, path: string[]): string {
  let at = from;
  for (const to of path) {
    const reason = reasonOfStep(state, piece, rules, at, to, from);
    if (reason) return reason;
    at = to;
  }
  return `The ${piece} on ${from} cannot move like that.`;
}

function reasonOfStep(
  state: CheckersState,
  piece: string,
  rules: Rules,
  at: string,
  to: string,
  start: string,
): string | null {
  const direction = directionTo(squareNamed(at), squareNamed(to));
  const steps = Math.abs(Number(to.charAt(1)) - Number(at.charAt(1)));
  if (direction < 0 || steps > 2)
    return `The ${piece} on ${start} cannot go from ${at} to ${to}: it steps to a neighbouring square on a diagonal, or jumps over a neighbouring enemy to the square behind it.`;
  if (piece === 'man' && direction < 2 !== (rules.side === 0)) return `The man on ${start} may move only forwards.`;
  if (to !== start && pieceLetterAt(state.rows, to) !== '.') return `${to} is occupied.`;
  const over = middleOf(at, to);
  if (over === null) return null;
  const jumped = pieceLetterAt(state.rows, over).toLowerCase();
  if (jumped === '.') return `There is nothing on ${over} to jump over.`;
  return jumped === (rules.side === 0 ? 'w' : 'b')
    ? `The piece on ${over} is ${COLORS[rules.side]}'s own; only enemies are taken.`
    : null;
}

/** The square between the two squares of a jump, or null. */
function middleOf(from: string, to: string): string | null {
  if (directionTo(squareNamed(from), squareNamed(to)) < 0) return null;
  if (Math.abs(from.charCodeAt(1) - to.charCodeAt(1)) !== 2) return null;
  return String.fromCharCode((from.charCodeAt(0) + to.charCodeAt(0)) / 2, (from.charCodeAt(1) + to.charCodeAt(1)) / 2);
}

/** Moves of the same piece; failing that, moves that land on the same square; failing that, any. */
function nearestTo(rules: Rules, from: string, path: readonly string[]): string[] {
  const all = rules.playable.map((move) => move.notation);
  const sameFrom = all.filter((move) => move.startsWith(from));
  const sameTo = all.filter((move) => move.endsWith(path.at(-1) ?? ''));
  const near = sameFrom.length > 0 ? sameFrom : sameTo;
  return (near.length > 0 ? near : all).slice(0, MAX_NEAREST);
}

/** `a, b or c`; with an ellipsis when there are many. */
function listed(names: readonly string[], word: string): string {
  if (names.length > MAX_NAMED) return `${names.slice(0, MAX_NAMED).join(', ')}, …`;
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
