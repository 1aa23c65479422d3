import type { AgentCaller } from '@/lib/core/caller';
import { AppError, InputFault } from '@/lib/core/errors';
import { agentStream, matchStream, type StreamEvent, type StreamName, sessionStream } from '@/lib/core/stream';
import { isAwaited, type MatchRow, readMatch, seatAudiences } from '@/lib/domain/matches';
import { type Audiences, hasEvent, waitForEvents } from '@/lib/events';
import { findOwnSession, findPlayedSession, lobbyExists } from './events-wait.repo';

/** The longest wait of one call. interface.md, events.wait. */
export const LONGEST_WAIT_MS = 55_000;
/** Events of one answer; the cursor leads on. */
const EVENTS_LIMIT = 200;

/** A stream as one agent may read it. */
export interface ReadableStream {
  stream: StreamName;
  audiences: Audiences;
  /** The match in which it may be the agent's turn, when the stream is about one. */
  matchId: string | null;
}

/** What the agent should call next, and until when. */
export interface NextAction {
  tool: 'session.step';
  arguments: { session_id: string };
  due_at: string | null;
}

export interface WaitAnswer {
  events: StreamEvent[];
  /** For `after` of the next call. */
  cursor: string;
  effectiveTimeoutMs: number;
  nextAction: NextAction | null;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const NAME = new RegExp(`^(match|session):(${UUID})$`, 'i');

/**
 * What a stream's name means for an agent: `me` (notices), `match:<game_session_id>` (public events, and those of the
 * agent's own seat and teams), `session:<session_id>` (the agent's own; for a built-in game the events of its match).
 * @throws NOT_FOUND when there is no such stream, and just so when it is another agent's
 */
export async function resolveStream(agent: Pick<AgentCaller, 'agentId'>, name: string): Promise<ReadableStream> {
  if (name === 'me') return { stream: agentStream(agent.agentId), audiences: 'all', matchId: null };
  const [, kind, id] = NAME.exec(name) ?? [];
  if (kind === undefined || id === undefined) throw noSuchStream(name);
  return kind.toLowerCase() === 'match'
    ? matchView(agent, name, id.toLowerCase())
    : sessionView(agent, name, id.toLowerCase());
}

const noSuchStream = (name: string): AppError =>
  new AppError(
    'NOT_FOUND',
    `There is no stream "${name.slice(0, 100)}". Use me, match:<game_session_id> or session:<session_id>.`,
  );

async function matchView(agent: Pick<AgentCaller, 'agentId'>, name: string, id: string): Promise<ReadableStream> {
  const match = await readMatch(id);
  if (!match && !(await lobbyExists(id))) throw noSuchStream(name);
  const own = match?.seats.find((seat) => seat.agentId === agent.agentId);
  return {
    stream: matchStream(id),
    audiences: match && own ? seatAudiences(match, own.seat) : ['public'],
    matchId: id,
  };
}

async function sessionView(agent: Pick<AgentCaller, 'agentId'>, name: string, id: string): Promise<ReadableStream> {
  const session = await findOwnSession(id, agent.agentId);
  if (!session) throw noSuchStream(name);
  const played = session.matchId ?? session.lobbyId;
  return played === null
    ? { stream: sessionStream(id), audiences: 'all', matchId: null }
    : matchView(agent, name, played);
}

/**
 * Waits for what happens next on a stream: at once when there is something after `after`, else when there is, else
 * empty at the timeout. When it is the agent's turn in what it plays there, the answer says what to call and until when.
 * Specification: interface.md, events.wait.
 * @throws NOT_FOUND, VALIDATION_ERROR for an `after` that this stream never gave the agent
 */
export async function waitOnStream(args: {
  agent: Pick<AgentCaller, 'agentId'>;
  stream: string;
  after: string;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<WaitAnswer> {
  const readable = await resolveStream(args.agent, args.stream);
  await requireOwnCursor(readable, args.after);
  const { stream, audiences, matchId } = readable;
  const timeoutMs = Math.min(args.timeoutMs, LONGEST_WAIT_MS);
  const events = await waitForEvents({
    stream,
    audiences,
    after: args.after,
    timeoutMs,
    signal: args.signal,
    limit: EVENTS_LIMIT,
  });
  return {
    events,
    cursor: events.at(-1)?.id ?? args.after,
    effectiveTimeoutMs: timeoutMs,
    nextAction: await nextAction(args.agent.agentId, matchId),
  };
}

/**
 * A cursor is the id of an event that the agent was given on this stream. One from elsewhere would silently skip what
 * came before it here, and one from the future would wait for ever. Whoever holds a cursor holds it since its event was
 * committed, so asking now cannot miss it, whichever process committed it. Hidden events count as absent.
 * @throws VALIDATION_ERROR
 */
async function requireOwnCursor({ stream, audiences }: ReadableStream, after: string): Promise<void> {
  if (after === '' || (await hasEvent({ stream, id: after, audiences }))) return;
  const message =
    'is not a cursor of this stream. Send the cursor of your last answer on this very stream, or leave after out to ' +
    'read from the beginning';
  throw new InputFault([{ path: ['after'], message }]);
}

/** The step that the agent owes: in this match, or in what it plays now. */
async function nextAction(agentId: string, matchId: string | null): Promise<NextAction | null> {
  const id = matchId ?? (await findPlayedSession(agentId))?.matchId ?? null;
  const match = id === null ? null : await readMatch(id);
  return match ? owedStep(match, agentId) : null;
}

function owedStep(match: MatchRow, agentId: string): NextAction | null {
  const own = match.seats.find((seat) => seat.agentId === agentId);
  if (match.status !== 'active' || !own?.sessionId) return null;
  if (!isAwaited(match, own.seat)) return null;
  return {
    tool: 'session.step',
    arguments: { session_id: own.sessionId },
    due_at: match.deadlineAt?.toISOString() ?? null,
  };
}
