import { type AnyGame, type Judgement, type Outcome, type Seat, type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ALL_GAMES, gameById } from '@/lib/games';
import { chooseHere } from '@/lib/games/bot-choice';
import { STANDARDS } from '@/lib/games/review/standards';

/** A text from an address may be anything; no position of ours is near so long. */
const LONGEST_STATE = 12_000;
/** Reasons quote what they are about. */
const LONGEST_REASON = 400;
/** How much further than the analysis of a match the judge looks when it is asked about one position. */
const PATIENCE = 5;

/** A position of an unrated board, as plain data: the whole game is in `state`, and nothing else is kept anywhere. */
export interface PracticePosition {
  /** As the game encodes it; also what the address holds. */
  state: string;
  view: Record<string, unknown>;
  /** The position in the game's own words. */
  text: string;
  /** Who is to move; null when the game is over. */
  seat: Seat | null;
  legalMoves: unknown[];
  outcome: Outcome | null;
}

export type Practice<Value> = { ok: true; value: Value } | { ok: false; reason: string };

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

/** A position from its text, or, without one, the beginning. */
export function openPosition(gameId: string, text: string | null): Practice<PracticePosition> {
  const game = gameById(gameId);
  if (!game) return { ok: false, reason: 'There is no such game.' };
  const closed = whyNoBoard(game);
  if (closed) return { ok: false, reason: closed };
  return readState(game, text);
}

function readState(game: AnyGame, text: string | null): Practice<PracticePosition> {
  if (text !== null && text.length > LONGEST_STATE)
    return { ok: false, reason: 'The text is longer than any position.' };
  try {
    const state = text === null ? beginning(game) : game.decode(text);
    return { ok: true, value: positionOf(game, state) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The text is no position.';
    return { ok: false, reason: reason.slice(0, LONGEST_REASON) };
  }
}

function beginning(game: AnyGame): unknown {
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

/** A move that was made on a board. */
export interface PracticeMove {
  position: PracticePosition;
  /** As players write it. */
  notation: string;
  seat: Seat;
}

/** The position after a move of whose turn it is. */
export function playOn(gameId: string, text: string, move: unknown): Practice<PracticeMove> {
  const game = gameById(gameId);
  if (!game) return { ok: false, reason: 'There is no such game.' };
  const state: unknown = game.decode(text);
  const seat = game.actors(state)[0];
  if (seat === undefined) return { ok: false, reason: 'The game is over.' };
  const parsed = game.move.safeParse(move);
  if (!parsed.success) return { ok: false, reason: parsed.error.issues[0]?.message ?? 'This is no move.' };
  const applied = game.apply(state, seat, parsed.data, new Rng({ seed: '00', drawn: 0 }));
  if (!applied.ok) return { ok: false, reason: applied.reason };
  const notation = applied.events.find(({ type }) => type === 'move_played')?.data.notation;
  const value = { position: positionOf(game, applied.state), notation: String(notation ?? move), seat };
  return { ok: true, value };
}

/** The move of a house bot, made. `seed` is hex: another one, perhaps another move. */
export function playHouse(gameId: string, text: string, strength: Strength, seed: string): Practice<PracticeMove> {
  const game = gameById(gameId);
  if (!game?.bot) return { ok: false, reason: 'The house does not play this game.' };
  const state: unknown = game.decode(text);
  const seat = game.actors(state)[0];
  if (seat === undefined) return { ok: false, reason: 'The game is over.' };
  const legalMoves = game.legalMoves(state, seat);
  return playOn(
    gameId,
    text,
    chooseHere({ gameId, view: game.view(state, whileRunning(seat)), legalMoves, seat, strength, seed }),
  );
}

/** What an engine thinks of a position, with its moves as players write them. */
export interface PracticeOpinion extends Pick<Judgement, 'advantage' | 'exact' | 'words'> {
  best: { move: unknown; notation: string }[];
}

const MOST_BEST = 3;

/** The judge's opinion of a position; a longer look than in the analysis of a whole match. */
export function judgePosition(gameId: string, text: string): Practice<PracticeOpinion> {
  const game = gameById(gameId);
  if (!game?.judge) return { ok: false, reason: 'Nobody can judge this game.' };
  const nodes = (STANDARDS[gameId]?.nodes ?? 1) * PATIENCE;
  const { advantage, exact, words, best } = game.judge(game.decode(text), nodes);
  const named = best.slice(0, MOST_BEST).flatMap((move) => {
    const played = playOn(gameId, text, move);
    return played.ok ? [{ move, notation: played.value.notation }] : [];
  });
  return { ok: true, value: { advantage, exact, words, best: named } };
}
