import type { Manner, Seat, Strength } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { botAcceptsDraw } from '@/lib/games/draw-offers';
import { STANDARDS } from '@/lib/games/review/standards';

/** The input of a house bot: only what its own seat sees, as plain data that can be sent to another thread. */
export interface BotRequest {
  gameId: string;
  /** The view of `seat`, never another's. */
  view: unknown;
  legalMoves: unknown[];
  seat: Seat;
  strength: Strength;
  manner?: Manner | undefined;
  /** Hex bytes; the same request and seed choose the same move. */
  seed: string;
}

/** Chooses on this thread, however long it takes. @throws Error when the game has no bot or there is no legal move. */
export function chooseHere({ gameId, view, legalMoves, seat, strength, manner, seed }: BotRequest): unknown {
  const bot = gameById(gameId)?.bot;
  if (!bot) throw new Error(`${gameId} has no house bot.`);
  if (legalMoves.length === 0) throw new Error(`Seat ${seat} of ${gameId} has no legal move.`);
  return bot.choose({ view, legalMoves, seat, strength, manner, rng: new Rng({ seed, drawn: 0 }) });
}

/** The question to a house bot whether it accepts a draw, in a game without hidden information. */
export interface DrawRequest {
  gameId: string;
  state: unknown;
  seat: Seat;
  /** Moves of the match so far. */
  moves: number;
}

/** Decides on this thread, however long it takes. @throws Error when the game has no draw by agreement */
export function acceptsDrawHere({ gameId, ...position }: DrawRequest): boolean {
  const game = gameById(gameId);
  if (!game?.drawByAgreement) throw new Error(`${gameId} has no draw by agreement.`);
  return botAcceptsDraw(game, { ...position, nodes: STANDARDS[gameId]?.nodes ?? 1 });
}
