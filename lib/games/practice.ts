import { type AnyGame, type Judgement, type Outcome, type Seat, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES, gameById } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { STANDARDS } from '@/lib/games/review/standards';

/** Limit on a position from a URL, far above the length of any real one. */
const MAX_STATE_LENGTH = 12_000;
/** Reasons quote the input, so they need a limit. */
const MAX_REASON_LENGTH = 400;
/** Search budget for one position, as a multiple of the budget in the analysis of a match. */
const BUDGET_FACTOR = 5;

/** A position of an unrated board, as plain data. `state` is the whole game; nothing else is stored. */
export interface PracticePosition {
  /** The position as the game encodes it; also part of the URL. */
  state: string;
  view: Record<string, unknown>;
  /** The position as text, formatted by the game. */
  text: string;
  /** The seat to move; null when the game is over. */
  seat: Seat | null;
  legalMoves: unknown[];
  outcome: Outcome | null;
}

export type PracticeResult<Value> = { ok: true; value: Value } | { ok: false; reason: string };

/**
 * The reason why a game has no unrated board; null when it has one. A board shows both sides to one viewer and plays
 * without a seed, so it suits only games without hidden information and without chance.
 */
export function whyNoBoard(game: AnyGame): string | null {
  if (game.information === 'hidden')
    return `${game.title} hides information from the players, and a practice board shows both sides.`;
  if (game.chance)
    return `${game.title} depends on chance, and a practice board cannot continue with the random numbers of the match.`;
  return null;
}

/** The games that can be continued on an unrated board, in catalog order. */
export function boardGames(): AnyGame[] {
  return ALL_GAMES.filter((game) => whyNoBoard(game) === null);
}

/** Decodes a position; without a text, the initial position. */
export function openPosition(gameId: string, text: string | null): PracticeResult<PracticePosition> {
  const game = gameById(gameId);
  if (!game) return { ok: false, reason: `Unknown game ${gameId}.` };
  const refusal = whyNoBoard(game);
  if (refusal) return { ok: false, reason: refusal };
  return readState(game, text);
}

function readState(game: AnyGame, text: string | null): PracticeResult<PracticePosition> {
  if (text !== null && text.length > MAX_STATE_LENGTH)
    return { ok: false, reason: `The position is longer than ${MAX_STATE_LENGTH} characters.` };
  try {
    const state = text === null ? initialState(game) : game.decode(text);
    return { ok: true, value: positionOf(game, state) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The position is invalid.';
    return { ok: false, reason: reason.slice(0, MAX_REASON_LENGTH) };
  }
}

function initialState(game: AnyGame): unknown {
  const rng = new Rng({ seed: '00', drawn: 0 });
  return game.setup({ options: game.options.parse({}), seats: game.seats.min, rng }).state;
}

function positionOf(game: AnyGame, state: unknown): PracticePosition {
  const view: unknown = game.view(state, whileRunning('spectator'));
  const seat = game.actors(state)[0] ?? null;
  return {
    state: game.encode(state),
    view: view as Record<string, unknown>,
    text: game.describe(view, 'spectator'),
    seat,
    legalMoves: seat === null ? [] : game.legalMoves(state, seat),
    outcome: game.outcome(state),
  };
}

/** A move on a practice board and the position after it. */
export interface PracticeMove {
  position: PracticePosition;
  /** The move in the players' notation. */
  notation: string;
  seat: Seat;
}

/** Plays a move for the seat to move. */
export function playPracticeMove(gameId: string, text: string, move: unknown): PracticeResult<PracticeMove> {
  const game = gameById(gameId);
  if (!game) return { ok: false, reason: `Unknown game ${gameId}.` };
  const state: unknown = game.decode(text);
  const seat = game.actors(state)[0];
  if (seat === undefined) return { ok: false, reason: 'The game is over.' };
  const parsed = game.move.safeParse(move);
  if (!parsed.success) return { ok: false, reason: parsed.error.issues[0]?.message ?? 'The move is invalid.' };
  const applied = game.apply(state, seat, parsed.data, new Rng({ seed: '00', drawn: 0 }));
  if (!applied.ok) return { ok: false, reason: applied.reason };
  const notation = applied.events.find(({ type }) => type === 'move_played')?.data.notation;
  const value = { position: positionOf(game, applied.state), notation: String(notation ?? move), seat };
  return { ok: true, value };
}

/** Plays the move of a house bot for the seat to move. `seed` is hex; the same seed chooses the same move. */
export function playBotMove(
  gameId: string,
  text: string,
  strength: Strength,
  seed: string,
): PracticeResult<PracticeMove> {
  const game = gameById(gameId);
  if (!game?.bot) return { ok: false, reason: `${gameId} has no house bot.` };
  const state: unknown = game.decode(text);
  const seat = game.actors(state)[0];
  if (seat === undefined) return { ok: false, reason: 'The game is over.' };
  const legalMoves = game.legalMoves(state, seat);
  return playPracticeMove(
    gameId,
    text,
    chooseHere({ gameId, view: game.view(state, whileRunning(seat)), legalMoves, seat, strength, seed }),
  );
}

/** An engine's judgement of a position, with the best moves as players write them. */
export interface PracticeOpinion extends Pick<Judgement, 'advantage' | 'exact' | 'words'> {
  best: { move: unknown; notation: string }[];
}

const MAX_BEST_MOVES = 3;

/** Judges one position, with a larger search budget than the analysis of a match. */
export function judgePosition(gameId: string, text: string): PracticeResult<PracticeOpinion> {
  const game = gameById(gameId);
  if (!game?.judge) return { ok: false, reason: `${gameId} has no judge.` };
  const nodes = (STANDARDS[gameId]?.nodes ?? 1) * BUDGET_FACTOR;
  const { advantage, exact, words, best } = game.judge(game.decode(text), nodes);
  const named = best.slice(0, MAX_BEST_MOVES).flatMap((move) => {
    const played = playPracticeMove(gameId, text, move);
    return played.ok ? [{ move, notation: played.value.notation }] : [];
  });
  return { ok: true, value: { advantage, exact, words, best: named } };
}
