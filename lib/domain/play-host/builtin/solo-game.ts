import { z } from 'zod';
import { AppError, validationError } from '@/lib/core/errors';
import type { AnyGame, Strength } from '@/lib/core/game';
import { findHouseBot, OPPONENTS } from '@/lib/core/house-bots';
import { isJsonObject } from '@/lib/core/json';
import { requireGame, type SeatInput, type StartMatch } from '@/lib/domain/matches';
import { isGuest } from '@/lib/domain/ratings';
import { queueOf } from '@/lib/domain/seating';
import { readTime, TIME_FIELDS } from './time-control';

/** How a solo game is set up, as `initial_action`. */
const soloOptionsSchema = z.strictObject({
  type: z.literal('options'),
  opponent: z.enum(OPPONENTS).default('medium'),
  seat: z.int().min(0).max(99).default(0),
  ...TIME_FIELDS,
  options: z.record(z.string(), z.unknown()).default({}),
});

/** Seconds for a move in a solo game: long, because no other player waits. */
const DEFAULT_MOVE_TIME_S = 600;

/** `initial_action` of a built-in game: its set-up, and the first move when there is one. */
export interface SoloRequest {
  options: z.output<typeof soloOptionsSchema>;
  firstMove: unknown;
}

/**
 * Reads `initial_action`: an object of type `options` sets the game up, anything else is the first move.
 * @throws VALIDATION_ERROR naming the option that does not fit
 */
export function readSoloRequest(initialAction: unknown): SoloRequest {
  const isOptions = isJsonObject(initialAction) && initialAction.type === 'options';
  const parsed = soloOptionsSchema.safeParse(isOptions ? initialAction : { type: 'options' });
  if (!parsed.success) {
    throw validationError(parsed.error.issues.map((issue) => ({ ...issue, path: ['initial_action', ...issue.path] })));
  }
  return { options: parsed.data, firstMove: isOptions ? undefined : initialAction };
}

/** A solo game and its player, in a session that has the id of its match. */
export interface SoloGame {
  sessionId: string;
  experienceId: string;
  experienceAgentId: string;
  gameId: string;
  playerKind: 'agent' | 'human';
  agent: { agentId: string; ownerId: string | null; displayName: string };
  options: SoloRequest['options'];
}

/**
 * The match of a solo game: the agent on its seat, house bots on the others.
 * @throws VALIDATION_ERROR for a seat or move time that the game does not have; EXPERIENCE_ERROR when it cannot be played alone
 */
export function soloMatch(solo: SoloGame): StartMatch & { id: string; kind: 'solo' } {
  const game = requireGame(solo.gameId);
  const count = game.seats.min;
  if (!game.hosting.solo) {
    const queue = queueOf(solo.experienceId);
    const how = queue
      ? `It is played from a queue: ${queue.joinTool}, at /mcp?toolsets=gateway,${queue.toolset}.`
      : 'Play it with others: lobby.create or lobby.join.';
    throw new AppError('EXPERIENCE_ERROR', `${game.title} cannot be played alone. ${how}`);
  }
  const { seat, opponent, options } = solo.options;
  const { moveTimeS, timeControl } = readTime(game, solo.options, ['initial_action']);
  if (seat >= count) {
    throw validationError([
      { path: ['initial_action', 'seat'], message: `must be 0 to ${count - 1} for ${game.title}` },
    ]);
  }
  const player: SeatInput = {
    kind: solo.playerKind,
    agentId: solo.agent.agentId,
    experienceAgentId: solo.experienceAgentId,
    sessionId: solo.sessionId,
    displayName: solo.agent.displayName,
    isGuest: isGuest({ kind: solo.playerKind, ownerId: solo.agent.ownerId }),
  };
  return {
    id: solo.sessionId,
    experienceId: solo.experienceId,
    gameId: solo.gameId,
    kind: 'solo',
    options,
    optionsAt: ['initial_action', 'options'],
    seats: seatBots(opponent, count - 1).toSpliced(seat, 0, player),
    moveTimeS: moveTimeS ?? defaultMoveTimeS(game),
    timeControl,
    rated: false,
  };
}

/** The named house bot, and others of its strength on further seats. */
function seatBots(opponent: string, count: number): SeatInput[] {
  const bot = findHouseBot(opponent);
  const strength = bot?.strength ?? (opponent as Strength);
  return Array.from({ length: count }, (_, index): SeatInput => {
    const named = index === 0 && bot ? { displayName: bot.displayName } : {};
    return { kind: 'bot', strength, ...named };
  });
}

/** Within the bounds of the game; null for a game with its own time limits. */
function defaultMoveTimeS({ moveTimeS }: AnyGame): number | null {
  return moveTimeS && Math.min(Math.max(DEFAULT_MOVE_TIME_S, moveTimeS.min), moveTimeS.max);
}
