import { AppError, validationError } from '@/lib/core/errors';
import type { AnyGame } from '@/lib/core/game';
import { isJsonObject } from '@/lib/core/json';
import {
  type MatchRow,
  requireGame,
  type SeatInput,
  type StartMatch,
  startMatch,
  startSolo,
} from '@/lib/domain/matches';
import type { Client } from './sessions.repo';
import { SOLO_MOVE_TIME_S, type SoloOptions, soloOptionsSchema } from './sessions.schema';

/** What `initial_action` asks of a solo game: how it is set up, and the first move when there is one. */
export interface SoloRequest {
  options: SoloOptions;
  firstMove: unknown;
}

/**
 * Reads `initial_action`: an object of type `options` sets the game up, anything else is the first move.
 * @throws VALIDATION_ERROR naming the option that does not fit.
 */
export function readSoloRequest(initialAction: unknown): SoloRequest {
  const isOptions = isJsonObject(initialAction) && initialAction.type === 'options';
  const parsed = soloOptionsSchema.safeParse(isOptions ? initialAction : { type: 'options' });
  if (!parsed.success) {
    throw validationError(parsed.error.issues.map((issue) => ({ ...issue, path: ['initial_action', ...issue.path] })));
  }
  return { options: parsed.data, firstMove: isOptions ? undefined : initialAction };
}

/** Seconds a move, within what the game allows; null where the game keeps its own time. */
function soloMoveTimeS(game: AnyGame, asked: number | undefined): number | null {
  if (!game.moveTimeS) return null;
  const { min, max } = game.moveTimeS;
  if (asked !== undefined && (asked < min || asked > max)) {
    throw validationError([
      { path: ['initial_action', 'move_time_s'], message: `must be ${min} to ${max} for ${game.title}` },
    ]);
  }
  return asked ?? Math.min(Math.max(SOLO_MOVE_TIME_S, min), max);
}

/** Who plays which solo game, in a session that has the id of its match. */
interface SoloGame {
  sessionId: string;
  experienceId: string;
  experienceAgentId: string;
  gameId: string;
  playerKind: 'agent' | 'human';
  agent: { agentId: string; displayName: string };
  options: SoloOptions;
}

/**
 * Opens a solo session and its match in one statement. Null when the agent holds a place already or the experience is
 * gone: nothing has happened then.
 * @throws VALIDATION_ERROR for a seat or options that the game does not have; EXPERIENCE_ERROR when it cannot be played alone.
 */
export async function openSolo(args: SoloGame, elo: number | null): Promise<MatchRow | null> {
  const { experienceAgentId, agent, options } = args;
  return startSolo(matchOf(args), { agentId: agent.agentId, experienceAgentId, seat: options.seat, elo });
}

/** Starts the match of a solo session in the session's transaction. @throws as `openSolo` does */
export async function startSoloMatch(client: Client, args: SoloGame): Promise<MatchRow> {
  return startMatch(matchOf(args), client);
}

/** The agent on its seat, house bots on the others. */
function matchOf(args: SoloGame): StartMatch & { id: string; kind: 'solo' } {
  const game = requireGame(args.gameId);
  const count = game.seats.min;
  if (!game.hosting.solo) {
    throw new AppError(
      'EXPERIENCE_ERROR',
      `${game.title} cannot be played alone. Play it with others: lobby.create or lobby.join.`,
    );
  }
  const { seat, opponent } = args.options;
  if (seat >= count) {
    throw validationError([
      { path: ['initial_action', 'seat'], message: `must be 0 to ${count - 1} for ${game.title}` },
    ]);
  }
  const own: SeatInput = {
    kind: args.playerKind,
    agentId: args.agent.agentId,
    experienceAgentId: args.experienceAgentId,
    sessionId: args.sessionId,
    displayName: args.agent.displayName,
  };
  return {
    id: args.sessionId,
    experienceId: args.experienceId,
    gameId: args.gameId,
    kind: 'solo',
    options: args.options.options,
    optionsAt: ['initial_action', 'options'],
    seats: Array.from({ length: count }, (_, index) =>
      index === seat ? own : { kind: 'bot' as const, strength: opponent },
    ),
    moveTimeS: soloMoveTimeS(game, args.options.move_time_s),
    rated: false,
  };
}
