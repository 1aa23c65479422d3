import type { AgentCaller } from '@/lib/core/caller';
import { env } from '@/lib/core/env';
import { AppError, toAppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import type { JsonObject } from '@/lib/core/json';
import { getPlayable, getPlayed, type PlayableExperience } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { parseLobbyConfig } from '@/lib/domain/lobbies/config';
import {
  abortMatch,
  actInMatch,
  type MatchRow,
  matchResponse,
  playBotTurns,
  publishStart,
  readMatch,
  requireGame,
} from '@/lib/domain/matches';
import {
  cacheSession,
  currentEngagement,
  engage,
  findLastResponse,
  findMemberRole,
  findSession,
  insertSession,
  type Session,
} from '@/lib/domain/seating';
import { peoplePlayHereOnly } from './access';
import { waitingResponse } from './builtin-host';
import { abandon, openRemotely } from './remote-opening';
import { type Client, findLobbyConfig, findOpeningContext, type OpeningContext, transaction } from './sessions.repo';
import { COOPERATION_HINT, fillUrlTemplate, SAFETY_NOTICE } from './sessions.schema';
import { openSolo, readSoloRequest, type SoloRequest, startSoloMatch } from './solo';

/** What session.create answers, in wire names. Specification: gateway-tool-contract.md, session.create. */
export interface SessionOpening {
  session_id: string;
  status: Session['status'];
  your_experience_agent_id: string;
  session_ui_url?: string;
  experience_response: unknown;
  action_schema?: JsonObject;
  gameplay_instructions?: string;
  memory?: JsonObject;
  owner_memory?: JsonObject;
  memory_hint?: string;
  cooperation_hint?: string;
  safety_notice: string;
  game_session_id?: string;
  lobby_id?: string;
}

interface Request {
  agent: AgentCaller;
  experience: PlayableExperience;
  initialAction: unknown;
  signal?: AbortSignal;
}

/**
 * Opens a session of an agent with an experience, or returns the active one that it already has there. However many
 * calls race, one session comes of them: the engagement's row decides.
 * Specification: gateway-tool-contract.md, session.create.
 * @throws AGENT_BUSY while the agent is engaged elsewhere; EXPERIENCE_TOOL_NOT_FOUND, EXPERIENCE_NOT_VERIFIED;
 * EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, EXPERIENCE_ERROR from the experience (the session is then in `error`).
 */
export async function createSession(args: {
  agent: AgentCaller;
  experienceId: string;
  initialAction?: unknown;
  signal?: AbortSignal;
}): Promise<SessionOpening> {
  const experience = await playableOrPlayed(args.agent.agentId, args.experienceId);
  if (experience.interactionModel === 'proxy') {
    throw new AppError(
      'EXPERIENCE_ERROR',
      `${experience.name} is played by calling its tools directly: proxy.tools, proxy.call.`,
    );
  }
  const request: Request = { agent: args.agent, experience, initialAction: args.initialAction, signal: args.signal };
  return shared(`${args.agent.agentId} ${experience.id}`, () => open(request));
}

/** What was begun goes on while an experience is verified again. @throws as getPlayable does */
async function playableOrPlayed(agentId: string, experienceId: string): Promise<PlayableExperience> {
  try {
    return await getPlayable({ experienceId });
  } catch (thrown) {
    const held = await currentEngagement(agentId);
    if (held?.experienceId === experienceId && held.sessionId !== null) return getPlayed({ experienceId });
    throw thrown;
  }
}

/** Racing calls of one agent for one experience get the answer of the first. */
async function shared(name: string, work: () => Promise<SessionOpening>): Promise<SessionOpening> {
  const running = once('sessions.opening', () => new Map<string, Promise<SessionOpening>>());
  const same = running.get(name);
  if (same) return same;
  const mine = work().finally(() => running.delete(name));
  running.set(name, mine);
  return mine;
}

async function open(request: Request): Promise<SessionOpening> {
  const { agent, experience } = request;
  const solo = experience.kind === 'builtin' ? readSoloRequest(request.initialAction) : null;
  const context = await findOpeningContext({
    agentId: agent.agentId,
    ownerId: agent.ownerId,
    experienceId: experience.id,
  });
  if (context.kind === 'human' && experience.kind !== 'builtin') throw peoplePlayHereOnly(experience.name);
  const opened =
    (solo && (await takeSolo(request, solo, context))) ?? (await takeOrReturn(request, solo, context.kind));
  const { session } = opened;
  const begin = () =>
    solo
      ? beginBuiltin(experience, session, opened.match, solo)
      : openRemotely({ ...request, session, memory: context });
  const isLost = !opened.isNew && (await wasNeverOpened(experience, session));
  const response = opened.isNew || isLost ? await begin() : await presentResponse(experience, session);
  const options = experience.kind === 'builtin' ? await gameOptions(experience, session, opened.match) : null;
  return toOpening({ request, context, session, response, options });
}

/** The options of the game that the session plays, or will play when its lobby starts. */
async function gameOptions(experience: PlayableExperience, session: Session, match: MatchRow | null): Promise<unknown> {
  if (match) return match.options;
  if (session.matchId !== null) return (await readMatch(session.matchId))?.options;
  const config = session.lobbyId === null ? null : await findLobbyConfig(session.lobbyId);
  return config ? parseLobbyConfig(experience, config).options : {};
}

/** A session as it was taken, with its match when that has begun. */
interface Opened {
  session: Session;
  isNew: boolean;
  match: MatchRow | null;
}

/** Opens a solo game of ours for an agent that is free, in one statement; null when it is not free. */
async function takeSolo(request: Request, solo: SoloRequest, context: OpeningContext): Promise<Opened | null> {
  const { agent, experience } = request;
  const game = soloGame(request, solo, context.kind, newId());
  const match = await openSolo(game, context.elo);
  if (!match) return null;
  const session: Session = {
    id: match.id,
    agentId: agent.agentId,
    experienceId: experience.id,
    experienceAgentId: game.experienceAgentId,
    status: 'active',
    matchId: match.id,
    seat: solo.options.seat,
    lobbyId: null,
    stepCount: 0,
    upstreamSessionId: null,
    outcomes: null,
    endReason: null,
    createdAt: match.startedAt,
    lastActiveAt: match.startedAt,
    endedAt: null,
  };
  return { session, isNew: true, match };
}

const soloGame = (
  { agent, experience }: Request,
  { options }: SoloRequest,
  playerKind: 'agent' | 'human',
  sessionId: string,
) => ({
  sessionId,
  playerKind,
  experienceId: experience.id,
  experienceAgentId: experienceAgentId({ agentId: agent.agentId, experienceId: experience.id }),
  gameId: experience.gameId ?? '',
  agent,
  options,
});

/** The place may be taken, by a session that is returned or by a lobby that is waited in: a transaction sees to it. */
async function takeOrReturn(
  request: Request,
  solo: SoloRequest | null,
  playerKind: 'agent' | 'human',
): Promise<Opened> {
  const opened = await transaction((client) => take(client, request, solo, playerKind));
  if (opened.match) publishStart(opened.match);
  return opened;
}

/** Takes the agent's place and stores the session; a solo game begins in the same transaction. */
async function take(
  client: Client,
  request: Request,
  solo: SoloRequest | null,
  playerKind: 'agent' | 'human',
): Promise<Opened> {
  const { agent, experience } = request;
  const id = newId();
  const held = await engage(client, { agentId: agent.agentId, experienceId: experience.id, sessionId: id });
  if (held.sessionId !== null && held.sessionId !== id) {
    const session = await findSession(held.sessionId, client);
    if (session) return { session, isNew: false, match: null };
    throw new Error(`engagement of ${agent.agentId} names the missing session ${held.sessionId}`);
  }
  const role =
    held.lobbyId === null ? null : await findMemberRole({ lobbyId: held.lobbyId, agentId: agent.agentId }, client);
  const lobbyId = role !== null && role !== 'spectator' ? held.lobbyId : null;
  const startsMatch = solo !== null && lobbyId === null;
  const session = await insertSession(client, {
    id,
    agentId: agent.agentId,
    experienceId: experience.id,
    experienceAgentId: experienceAgentId({ agentId: agent.agentId, experienceId: experience.id }),
    matchId: startsMatch ? id : null,
    seat: startsMatch ? solo.options.seat : null,
    lobbyId,
  });
  if (!startsMatch) return { session, isNew: true, match: null };
  return { session, isNew: true, match: await startSoloMatch(client, soloGame(request, solo, playerKind, id)) };
}

async function beginBuiltin(
  experience: PlayableExperience,
  session: Session,
  match: MatchRow | null,
  solo: SoloRequest,
): Promise<unknown> {
  if (!match || session.matchId === null || session.seat === null) return waitingResponse(experience.gameId ?? '');
  cacheSession(session);
  const response = await playBotTurns(match, session.seat);
  if (solo.firstMove === undefined) return response;
  try {
    const answer = await actInMatch({
      matchId: match.id,
      seat: session.seat,
      action: solo.firstMove,
      step: { sessionId: session.id, agentId: session.agentId, action: solo.firstMove },
    });
    return answer.response;
  } catch (thrown) {
    await abortMatch({ matchId: match.id, reason: 'first_move_refused' });
    await abandon(session, toAppError(thrown).code);
    throw thrown;
  }
}

/** An opening whose process died before the experience answered is begun again; a younger one is still on its way. */
const OPENING_LOST_AFTER_MS = 60_000;

async function wasNeverOpened(experience: PlayableExperience, session: Session): Promise<boolean> {
  if (experience.kind === 'builtin' || Date.now() - session.createdAt.getTime() < OPENING_LOST_AFTER_MS) return false;
  return (await findLastResponse(session.id)) === null;
}

/** Where an existing session stands: the present view of a game of ours, else what the experience answered last. */
async function presentResponse(experience: PlayableExperience, session: Session): Promise<unknown> {
  if (session.matchId !== null && session.seat !== null)
    return matchResponse({ matchId: session.matchId, viewer: session.seat });
  if (experience.kind === 'builtin') return waitingResponse(experience.gameId ?? '');
  return findLastResponse(session.id);
}

function toOpening(of: {
  request: Request;
  context: OpeningContext;
  session: Session;
  response: unknown;
  options: unknown;
}): SessionOpening {
  const { context, session, response } = of;
  const { experience } = of.request;
  const url = sessionUiUrl(experience, session);
  const how = howToPlay(experience, of.options);
  const ended =
    typeof response === 'object' && response !== null && 'outcome' in response && experience.kind === 'builtin';
  return {
    session_id: session.id,
    status: ended ? 'completed' : session.status,
    your_experience_agent_id: session.experienceAgentId,
    ...(url === null ? {} : { session_ui_url: url }),
    experience_response: response,
    ...(how.actionSchema ? { action_schema: how.actionSchema } : {}),
    ...(how.instructions ? { gameplay_instructions: how.instructions } : {}),
    ...(context.memory ? { memory: context.memory } : {}),
    ...(context.ownerMemory ? { owner_memory: context.ownerMemory } : {}),
    ...(context.memory || context.ownerMemory ? {} : { memory_hint: memoryHint(experience) }),
    ...(context.played && !context.reported ? { cooperation_hint: COOPERATION_HINT } : {}),
    safety_notice: SAFETY_NOTICE,
    ...(session.lobbyId === null ? {} : { game_session_id: session.lobbyId, lobby_id: session.lobbyId }),
  };
}

function howToPlay(
  experience: PlayableExperience,
  options: unknown,
): { actionSchema: JsonObject | null; instructions: string | null } {
  if (experience.kind !== 'builtin') {
    return {
      actionSchema: (experience.actionSchema as JsonObject | null) ?? null,
      instructions: experience.gameplayInstructions,
    };
  }
  const game = requireGame(experience.gameId ?? '');
  return { actionSchema: game.actionSchema, instructions: game.instructions(game.options.parse(options ?? {})) };
}

/** A page of ours shows the match, whose id is the lobby's when there is one. */
function sessionUiUrl(experience: PlayableExperience, session: Session): string | null {
  if (experience.sessionUiUrlTemplate === null) return null;
  const shown = experience.kind === 'builtin' ? (session.lobbyId ?? session.id) : session.id;
  const path = fillUrlTemplate(experience.sessionUiUrlTemplate, {
    session_id: shown,
    game_session_id: session.lobbyId,
    experience_agent_id: session.experienceAgentId,
  });
  const origin = env().NEXTAUTH_URL || `http://localhost:${env().PORT}`;
  return path.startsWith('/') ? new URL(path, origin).href : path;
}

function memoryHint(experience: PlayableExperience): string {
  return (
    `You cacheSession nothing of ${experience.name} yet. Keep what helps you next time with memory.set ` +
    `(experience_id ${experience.id}): it comes back to you in session.create.`
  );
}
