import { AppError } from '@/lib/core/errors';
import { abortMatch, actInMatch, requireGame, resignMatch } from '@/lib/domain/matches';
import { type CachedSession, loadSession } from '@/lib/domain/seating';
import { countPlaying } from './sessions.repo';

type Args = Record<string, unknown>;
type Answer = { value: unknown; recorded?: { stepCount: number } };

/** What a built-in game writes together with the move, so that a step is one statement. */
export interface BuiltinStep {
  sessionId: string;
  agentId: string;
  action: unknown;
  idempotencyKey?: string | null;
}

/** A built-in experience: its id and its game. */
interface Builtin {
  id: string;
  gameId: string | null;
}

/**
 * Built-in games behind the calls that remote experiences take. Opening a session and starting a lobby's match are not
 * here, because a built-in match begins in the same transaction as what it belongs to (solo.ts, lobbies).
 */
export function builtinClient(experience: Builtin) {
  return {
    async callTool(tool: string, args: Args, context: { step?: BuiltinStep }) {
      const startedMs = performance.now();
      const answer = await answerTo(experience, tool, args, context);
      return { ...answer, latencyMs: performance.now() - startedMs };
    },
  };
}

async function answerTo(target: Builtin, tool: string, args: Args, context: { step?: BuiltinStep }): Promise<Answer> {
  switch (tool) {
    case 'experience.info':
      return { value: gameInfo(target) };
    case 'experience.status':
      return { value: { status: 'online', ...(await countPlaying(target.id)) } };
    case 'session.step':
      return step(target, args, context);
    case 'session.end':
      return end(args);
    default:
      throw new AppError(
        'EXPERIENCE_TOOL_NOT_FOUND',
        `A built-in game does not answer ${tool}: the platform does it itself.`,
      );
  }
}

function gameInfo(target: Builtin): Record<string, unknown> {
  const game = requireGame(target.gameId ?? '');
  return {
    name: game.title,
    version: `${game.version}.0.0`,
    action_schema: game.actionSchema,
    gameplay_instructions: game.instructions(game.options.parse({})),
  };
}

async function step(target: Builtin, args: Args, context: { step?: BuiltinStep }): Promise<Answer> {
  const session = await sessionOf(args);
  if (session.matchId === null || session.seat === null) return { value: beforeTheStart(target, args.action) };
  const { response, stepCount } = await actInMatch({
    matchId: session.matchId,
    seat: session.seat,
    action: args.action,
    step: context.step,
  });
  return { value: response, ...(stepCount === null ? {} : { recorded: { stepCount } }) };
}

/** A session whose lobby has not started yet can only look. */
function beforeTheStart(target: Builtin, action: unknown): Record<string, unknown> {
  const type = typeof action === 'object' && action !== null && 'type' in action ? action.type : action;
  if (type === 'state') return waitingResponse(target.gameId ?? '');
  throw new AppError('EXPERIENCE_ERROR', 'The match has not started. Wait for it with events.wait on "me".', {
    details: { status: 'waiting', your_turn: false },
  });
}

/** What a player gets to see while the lobby waits for players. */
export function waitingResponse(gameId: string): Record<string, unknown> {
  return {
    game_type: gameId,
    status: 'waiting',
    your_turn: false,
    legal_moves: [],
    view: {},
    message: 'The match has not started. The host starts it with match.start; wait with events.wait on "me".',
  };
}

/** A solo game that is left is cancelled; leaving a match against others is giving it up. */
async function end(args: Args): Promise<Answer> {
  const session = await sessionOf(args);
  if (session.matchId === null || session.seat === null) return { value: {} };
  if (session.matchId === session.id) await abortMatch({ matchId: session.matchId, reason: 'session_ended' });
  else await resignMatch({ matchId: session.matchId, seat: session.seat });
  return { value: {} };
}

async function sessionOf(args: Args): Promise<CachedSession> {
  const session = await loadSession(String(args.session_id));
  if (!session) throw new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'There is no such session.');
  return session;
}
