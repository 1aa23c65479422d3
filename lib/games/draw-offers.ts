import type { AnyGame, Outcome, Seat } from '@/lib/core/game';

/** What a seat can do about a draw by agreement. docs/decisions/0017-clocks-and-draws.md */
const DRAW_ACTIONS = ['offer_draw', 'accept_draw', 'decline_draw'] as const;
export type DrawAction = (typeof DRAW_ACTIONS)[number];

/** An action about a draw, as it is recorded among the inputs of a match. */
export interface DrawInput {
  type: DrawAction;
}

/** The offers of a match; null where none was made. */
export interface DrawOffers {
  /** The seat whose offer waits for an answer. */
  open: Seat | null;
  /** By seat, the number of moves of the match from which it may offer again. */
  again: readonly number[];
}

/** Moves of the match before the first offer: one of each side. */
const FIRST_OFFER = 2;
/** Moves of the match between two offers of a seat: ten of each side. */
const PAUSE = 20;

/** The match as far as offers go. */
interface Offerable {
  offers: DrawOffers | null;
  /** Moves so far, of both seats. */
  moves: number;
}

type DrawStep =
  | { ok: true; kind: 'offered' | 'declined'; offers: DrawOffers }
  | { ok: true; kind: 'agreed'; offers: DrawOffers; outcome: Outcome }
  | { ok: false; reason: string };

/** What agents read about offers, in the instructions of a game that knows them. */
export const DRAW_INSTRUCTIONS =
  '{"type":"offer_draw"} offers a draw, also on the turn of the other side; it answers with {"type":"accept_draw"} or {"type":"decline_draw"}, and a move declines too. The field draw of an answer says who offers and what you may send; none of this is a move.';

/** Whether a text names an action about a draw. */
export function isDrawAction(type: unknown): type is DrawAction {
  return DRAW_ACTIONS.includes(type as DrawAction);
}

/** Whether a recorded input is about a draw. */
export function isDrawInput(move: unknown): move is DrawInput {
  return typeof move === 'object' && move !== null && 'type' in move && isDrawAction(move.type);
}

/** What a seat may do about a draw now; nothing in a game without draws by agreement. */
export function drawActionsOf(game: AnyGame, match: Offerable, seat: Seat): DrawAction[] {
  // An offer against an offer agrees too, but accepting is the plain word for it.
  const asked: readonly DrawAction[] = isOffered(match.offers, seat) ? ['accept_draw', 'decline_draw'] : ['offer_draw'];
  return asked.filter((action) => actOnDraw(game, match, seat, action).ok);
}

/** Whether an offer of the other seat waits for this one. */
export function isOffered(offers: DrawOffers | null, seat: Seat): boolean {
  return offers !== null && offers.open !== null && offers.open !== seat;
}

/** Applies an offer or the answer to one. An offer against an open one of the other seat accepts it. */
export function actOnDraw(game: AnyGame, match: Offerable, seat: Seat, action: DrawAction): DrawStep {
  if (!game.drawByAgreement) return { ok: false, reason: `${game.title} has no draw by agreement.` };
  const { moves } = match;
  const offers = match.offers ?? { open: null, again: [FIRST_OFFER, FIRST_OFFER] };
  const closed = { ...offers, open: null };
  if (isOffered(offers, seat)) {
    if (action === 'decline_draw') return { ok: true, kind: 'declined', offers: closed };
    return { ok: true, kind: 'agreed', offers: closed, outcome: AGREED };
  }
  if (action !== 'offer_draw') return { ok: false, reason: 'The other side does not offer a draw.' };
  if (offers.open === seat) return { ok: false, reason: 'Your offer of a draw waits for an answer.' };
  const again = offers.again[seat] ?? 0;
  if (moves < again) return { ok: false, reason: whyLater(moves, again) };
  const later = offers.again.map((from, index) => (index === seat ? moves + PAUSE : from));
  return { ok: true, kind: 'offered', offers: { open: seat, again: later } };
}

function whyLater(moves: number, again: number): string {
  if (again === FIRST_OFFER) return 'A draw can be offered after the first move of each side.';
  const left = Math.ceil((again - moves) / 2);
  return `You may offer a draw again after ${left} more ${left === 1 ? 'move' : 'moves'} of each side.`;
}

/** The offers after a move of a seat, which declines an open one of the other seat. */
export function offersAfterMove(
  offers: DrawOffers | null,
  seat: Seat,
): { offers: DrawOffers | null; isDeclined: boolean } {
  if (!offers || !isOffered(offers, seat)) return { offers, isDeclined: false };
  return { offers: { ...offers, open: null }, isDeclined: true };
}

const AGREED: Outcome = {
  results: [0, 1].map((seat) => ({ seat, result: 'draw', rank: 1 })),
  reason: 'agreement',
  winner: null,
};

/** A house bot accepts when its position is worse than this, from -1 to 1: about a third of a pawn in chess. */
const WORSE = -0.12;
/** Late in the game it accepts what is level too. */
const LEVEL = 0.05;
/** Moves of the match from which it is late. */
const LATE = 60;

/** Whether a house bot accepts a draw, by the evaluation of the position with `nodes` positions searched. */
export function botAcceptsDraw(
  game: AnyGame,
  { state, seat, moves, nodes }: { state: unknown; seat: Seat; moves: number; nodes: number },
): boolean {
  const judged = game.judge?.(state, nodes);
  if (!judged) return false;
  const own = seat === 0 ? judged.advantage : -judged.advantage;
  if (judged.exact) return own <= 0;
  return own <= WORSE || (moves >= LATE && own <= LEVEL);
}
