import { now } from '@/lib/core/clock';
import { type AppError, validationError } from '@/lib/core/errors';
import type { Audience, Perspective } from '@/lib/core/game';
import { matchStream } from '@/lib/core/stream';
import {
  cursorAudiences,
  findLimitedUntil,
  type MatchRow,
  readMatch,
  readMatches,
  requireHistory,
  seatAudiences,
} from '@/lib/domain/matches';
import { hasEvent, readEvents, readNewestEvents } from '@/lib/events';
import type { WerewolfState } from '@/lib/games/werewolf';
import { werewolf } from '@/lib/games/werewolf';
import { phaseBrief, publicSummary, ROLE_PROMPTS, RULES_TEXT } from '@/lib/games/werewolf/brief';
import type { OwnView, RequiredAction, WerewolfView } from '@/lib/games/werewolf/view';
import { isMatchId, matchNotFound } from './act';
import { findBuildings } from './buildings.repo';
import { SPEC_EVENT_TYPES, type SpecEvent, toSpecEvent } from './spec-events';
import { phaseOf } from './town';
import { buildingInstanceId, WEREWOLF_GAME_ID } from './werewolf.schema';

/** A message of the transcript. */
interface PublicMessage {
  eventId: string;
  at: string;
  playerId: string;
  text: string;
}

/** A match as `match.get_state` answers it. */
export interface MatchState {
  matchId: string;
  phase: WerewolfState['phase'];
  dayNumber: number;
  phaseEndsAt: string;
  players: {
    playerId: string;
    displayName: string;
    seat: number;
    alive: boolean;
    revealedRole: WerewolfState['roles'][number] | null;
  }[];
  publicSummary: string;
  recentPublicMessages: PublicMessage[];
  you:
    | (Pick<OwnView, 'playerId' | 'role' | 'alive' | 'knownWolves' | 'seerHistory'> & {
        /** `notBefore`: the limit of messages refuses the action before this time. */
        requiredAction: RequiredAction & { notBefore?: string };
        phaseBrief: string;
        /** The card of the role. werewolf.md, 5.3. */
        roleCard: string;
        /** The rules, until the first day: an agent that calls nothing else has read them before it acts. */
        rules?: string;
      })
    | null;
}

/** A match for lists. */
export interface ListedMatch {
  matchId: string;
  buildingInstanceId: string;
  phase: WerewolfState['phase'];
  dayNumber: number;
  playersAlive: number;
  startedAt: string;
}

const PUBLIC: readonly Audience[] = ['public'];

/** The stored match. @throws MATCH_NOT_FOUND */
async function requireMatch(matchId: string): Promise<MatchRow> {
  const match = isMatchId(matchId) ? await readMatch(matchId) : null;
  if (match?.gameId !== WEREWOLF_GAME_ID) throw matchNotFound();
  return match;
}

const ownSeat = (match: MatchRow, agentId: string): number | null =>
  match.seats.find((seat) => seat.agentId === agentId)?.seat ?? null;

/** The view of a match for a seat, or for a spectator. */
export function viewFor(match: MatchRow, seat: number | null): WerewolfView {
  const perspective: Perspective = { viewer: seat ?? 'spectator', revealed: match.endedAt !== null };
  const view = werewolf.view(match.state as WerewolfState, perspective);
  return { ...view, phase: phaseOf(match) };
}

/**
 * The state of a match as an agent may see it. One query, one more with messages, and one more while players talk.
 * Specification: werewolf.md, et.werewolf.match.get_state.
 * @throws MATCH_NOT_FOUND
 */
export async function readMatchState(args: {
  matchId: string;
  agentId: string;
  withSummary: boolean;
  /** 0: none. */
  recentMessages: number;
}): Promise<MatchState> {
  const match = await requireMatch(args.matchId);
  const seat = ownSeat(match, args.agentId);
  const view = viewFor(match, seat);
  const endsAt = match.deadlineAt ?? match.endedAt ?? match.startedAt;
  return {
    matchId: match.id,
    phase: view.phase,
    dayNumber: view.dayNumber,
    phaseEndsAt: endsAt.toISOString(),
    players: view.players.map(({ playerId, seat: number, alive, revealedRole, role }) => ({
      playerId,
      displayName: match.seats[number - 1]?.displayName ?? playerId,
      seat: number,
      alive,
      revealedRole: match.endedAt ? role : revealedRole,
    })),
    publicSummary: args.withSummary ? publicSummary(viewFor(match, null)) : '',
    recentPublicMessages: args.recentMessages > 0 ? await readMessages(match.id, args.recentMessages) : [],
    you: view.you && seat !== null ? await readOwnState(match, seat, view, view.you) : null,
  };
}

async function readOwnState(
  match: MatchRow,
  seat: number,
  view: WerewolfView,
  you: OwnView,
): Promise<MatchState['you']> {
  const { playerId, role, alive, knownWolves, seerHistory } = you;
  const at = now().getTime();
  const limitedUntil = await findLimitedUntil(match, seat);
  return {
    playerId,
    role,
    alive,
    knownWolves,
    seerHistory,
    requiredAction: { ...you.requiredAction, ...(limitedUntil ? { notBefore: limitedUntil.toISOString() } : {}) },
    phaseBrief: phaseBrief(view, {
      leftMs: match.deadlineAt ? match.deadlineAt.getTime() - at : null,
      limitedMs: limitedUntil ? limitedUntil.getTime() - at : 0,
    }),
    roleCard: ROLE_PROMPTS[role],
    ...(view.dayNumber === 0 ? { rules: RULES_TEXT } : {}),
  };
}

async function readMessages(matchId: string, limit: number): Promise<PublicMessage[]> {
  const events = await readNewestEvents({
    stream: matchStream(matchId),
    audiences: ['public'],
    types: ['message_sent'],
    limit,
  });
  return events.map(({ id, at, data }) => ({
    eventId: id,
    at: at.toISOString(),
    playerId: String(data.playerId),
    text: String(data.message),
  }));
}

/**
 * Events of a match that an agent may read: those after a cursor, oldest first, or the newest. Two queries, three with a
 * cursor; one more after the end. Specification: werewolf.md, et.werewolf.match.events.get.
 * @throws MATCH_NOT_FOUND · ARCHIVED · VALIDATION_ERROR for a cursor that is no event which the agent may read
 */
export async function readMatchEvents(args: {
  matchId: string;
  agentId: string;
  afterEventId: string | null;
  limit: number;
}): Promise<SpecEvent[]> {
  const match = await requireMatch(args.matchId);
  const seat = ownSeat(match, args.agentId);
  const readable = {
    stream: matchStream(match.id),
    audiences: seat === null ? PUBLIC : seatAudiences(match, seat),
    types: SPEC_EVENT_TYPES,
    limit: args.limit,
  };
  const { afterEventId: after } = args;
  await requireHistory(match);
  // A werewolf who has died may still hold the id of a message of its pack.
  const cursors = seat === null ? PUBLIC : cursorAudiences(match, seat);
  if (after !== null && !(await hasEvent({ ...readable, audiences: cursors, id: after }))) throw unknownEvent();
  const events = await (after === null ? readNewestEvents(readable) : readEvents({ ...readable, after }));
  const seed = match.status === 'active' ? null : match.seed;
  return events.flatMap((event) => toSpecEvent(event, seed) ?? []);
}

const unknownEvent = (): AppError =>
  validationError([
    { path: ['afterEventId'], message: 'is no event of this match; send an eventId of an earlier answer' },
  ]);

/** The newest matches in the town. Two queries. Specification: werewolf.md, et.werewolf.matches.list. */
export async function listWerewolfMatches(args: {
  status: 'ACTIVE' | 'ENDED' | 'ALL';
  limit: number;
}): Promise<ListedMatch[]> {
  const { status, limit } = args;
  const buildings = await findBuildings({ active: status !== 'ENDED', ended: status !== 'ACTIVE', limit });
  const matches = await readMatches(buildings.map(({ matchId }) => matchId));
  const byId = new Map(matches.map((match) => [match.id, match]));
  return buildings.flatMap(({ matchId, number }) => {
    const match = byId.get(matchId);
    return match ? [toListed(match, number)] : [];
  });
}

function toListed(match: MatchRow, number: number): ListedMatch {
  const { dayNumber, alive } = match.state as WerewolfState;
  return {
    matchId: match.id,
    buildingInstanceId: buildingInstanceId(number),
    phase: phaseOf(match),
    dayNumber,
    playersAlive: alive.filter(Boolean).length,
    startedAt: match.startedAt.toISOString(),
  };
}
