import { toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { experienceAgentId } from '@/lib/domain/identity';
import {
  abortMatch,
  actInMatch,
  type MatchRow,
  matchResponse,
  playBotTurns,
  publishStart,
  readMatch,
  requireGame,
  startMatch,
  startSolo,
} from '@/lib/domain/matches';
import {
  cacheSession,
  closeFailedSession,
  openOrFindSession,
  readLobbyWithMembers,
  type Session,
} from '@/lib/domain/seating';
import type { Opening, OpeningContext, OpenRequest } from '../play-host';
import { transaction } from '../play-host.repo';
import { readBuiltinConfig } from './lobby-config';
import { readSoloRequest, type SoloGame, type SoloRequest, soloMatch } from './solo-game';
import { waitingResponse } from './step';

interface Taken {
  session: Session;
  isNew: boolean;
  /** The match that has started with the session. */
  match: MatchRow | null;
}

/** Starts a solo game, or answers the agent's active session and the present view of its match. */
export async function openSession(request: OpenRequest): Promise<Opening> {
  const { experience, context } = request;
  const solo = readSoloRequest(request.initialAction);
  const gameId = experience.gameId ?? '';
  const game = requireGame(gameId);
  const started = game.hosting.solo ? await startSoloGame(request, solo, context) : null;
  const opened = started ?? (await openInTransaction(request, solo, context));
  const { session, match } = opened;
  const response = opened.isNew ? await beginPlay(gameId, session, match, solo) : await presentView(gameId, session);
  const options = await gameOptions(request, session, match);
  return {
    session,
    status: 'outcome' in response ? 'completed' : session.status,
    response,
    actionSchema: game.actionSchema,
    instructions: game.instructions(game.options.parse(options ?? {})),
    pageId: session.lobbyId ?? session.id,
  };
}

/** Starts a solo game for an agent without an engagement, in one statement; null when the agent has one. */
async function startSoloGame(request: OpenRequest, solo: SoloRequest, context: OpeningContext): Promise<Taken | null> {
  const game = soloGame(request, solo, context.kind, newId());
  const { experienceAgentId, agent, experienceId } = game;
  const { agentId } = agent;
  const { seat } = solo.options;
  const match = await startSolo(soloMatch(game), { agentId, experienceAgentId, seat, rating: context.rating });
  if (!match) return null;
  const session: Session = {
    id: match.id,
    agentId,
    experienceId,
    experienceAgentId,
    status: 'active',
    matchId: match.id,
    seat,
    lobbyId: null,
    stepCount: 0,
    upstreamSessionId: null,
    outcomes: null,
    endReason: null,
    memoryResult: null,
    createdAt: match.startedAt,
    lastActiveAt: match.startedAt,
    endedAt: null,
    pageClosedAt: null,
  };
  return { session, isNew: true, match };
}

function soloGame(
  { agent, experience }: OpenRequest,
  { options }: SoloRequest,
  playerKind: 'agent' | 'human',
  sessionId: string,
): SoloGame {
  return {
    sessionId,
    playerKind,
    experienceId: experience.id,
    experienceAgentId: experienceAgentId({ agentId: agent.agentId, experienceId: experience.id }),
    gameId: experience.gameId ?? '',
    agent,
    options,
  };
}

/**
 * For an agent that is engaged already: it has a session with the game, or waits in a lobby, or is busy.
 * @throws EXPERIENCE_ERROR where a match would start and the game cannot be played alone
 */
async function openInTransaction(request: OpenRequest, solo: SoloRequest, context: OpeningContext): Promise<Taken> {
  const result = await transaction(async (client) => {
    const opened = await openOrFindSession(client, {
      agentId: request.agent.agentId,
      experienceId: request.experience.id,
      soloSeat: solo.options.seat,
    });
    const startsMatch = opened.isNew && opened.session.matchId !== null;
    if (!startsMatch) return { ...opened, match: null };
    const game = soloGame(request, solo, context.kind, opened.session.id);
    return { ...opened, match: await startMatch(soloMatch(game), client) };
  });
  if (result.match) publishStart(result.match);
  return result;
}

/** Lets house bots with an earlier turn move, then plays the first move of the request. */
async function beginPlay(
  gameId: string,
  session: Session,
  match: MatchRow | null,
  { firstMove }: SoloRequest,
): Promise<object> {
  if (!match || session.seat === null) return waitingResponse(gameId);
  cacheSession(session);
  const { id: sessionId, agentId, seat } = session;
  const response = await playBotTurns(match, seat);
  if (firstMove === undefined) return response;
  try {
    const step = { sessionId, agentId, action: firstMove };
    return (await actInMatch({ matchId: match.id, seat, action: firstMove, step })).response;
  } catch (thrown) {
    await abortMatch({ matchId: match.id, reason: 'first_move_refused' });
    await closeFailedSession(session, toAppError(thrown).code);
    throw thrown;
  }
}

async function presentView(gameId: string, { matchId, seat }: Session): Promise<object> {
  if (matchId === null || seat === null) return waitingResponse(gameId);
  return matchResponse({ matchId, viewer: seat });
}

/** Options of the match that the session plays, or of the lobby in which it waits. */
async function gameOptions(request: OpenRequest, session: Session, match: MatchRow | null): Promise<unknown> {
  if (match) return match.options;
  if (session.matchId !== null) return (await readMatch(session.matchId))?.options;
  const read = session.lobbyId === null ? null : await readLobbyWithMembers(session.lobbyId);
  return read ? readBuiltinConfig(request.experience, read.lobby.config).options : {};
}
