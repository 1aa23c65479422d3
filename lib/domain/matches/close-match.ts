import type { Outcome } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import { agentStream, matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { dropSessionKeys } from '@/lib/domain/memory';
import { poolOf, type RatingChange, rateMatch } from '@/lib/domain/ratings';
import { closeMatchSeating } from '@/lib/domain/seating';
import { appendEvents, broadcast, numberEvents, publish } from '@/lib/events';
import { appendAfterEnd, storeClosing } from './closings.repo';
import type { Closing } from './commits.repo';
import { liveNews } from './live-news';
import { evictMatch } from './match-cache';
import { type Client, lockMatch, transaction } from './matches.repo';
import type { MatchRow, SeatRow } from './matches.schema';

/** What a settlement wrote, to be told after its commit. */
export interface ClosedMatch {
  match: MatchRow;
  events: StreamEvent[];
}

/**
 * Follows up an end that was stored without it. Safe to call again and from any process: the row's lock and
 * `settled_at` let it happen once.
 */
export async function closeEndedMatch(matchId: string): Promise<void> {
  const settled = await transaction((client) => closeMatch(client, matchId));
  evictMatch(matchId);
  if (!settled) return;
  publish(settled.events);
  const { topic, payload } = liveNews(settled.match);
  await broadcast(topic, payload).catch(() => {});
}

/** How the session of a solo game ends with it; nothing when the house plays alone. */
export function soloSessionEnding(match: MatchRow): Closing | undefined {
  const seat = match.seats.find(({ sessionId }) => sessionId !== null);
  if (!seat?.sessionId || !seat.agentId) return undefined;
  return { sessionId: seat.sessionId, agentId: seat.agentId, outcomes: sessionOutcome(match.outcome, seat) };
}

/**
 * What follows the end of a match: ratings, sessions and lobby closed, agents free again, events. In the transaction
 * that ends the match, so that whoever reads of the end finds everything else ended too. Null when it was done before.
 */
export async function closeMatch(client: Client, matchId: string): Promise<ClosedMatch | null> {
  const match = await lockMatch(client, matchId);
  if (!match || match.status === 'active' || match.settledAt) return null;
  const changes = await ratePlayers(client, match);
  const told: NewEvent[] =
    changes.length > 0
      ? [
          {
            type: 'ratings_changed',
            data: { pool: poolOf(match.seats), players: changes.map((change) => ratingChangeData(match, change)) },
          },
        ]
      : [];
  const numbered = numberEvents({
    stream: matchStream(matchId),
    head: match.head,
    events: told,
    at: new Date(),
  });
  await storeClosing(client, {
    matchId,
    head: numbered.head,
    events: numbered.events,
    seats: changes.map((change) => ({
      seat: seatOf(match, change.agentId)?.seat ?? -1,
      elo_after: change.eloAfter,
    })),
  });
  const agentIds = match.seats.flatMap((seat) => seat.agentId ?? []);
  const completed = await closeMatchSeating(client, {
    matchId,
    status: match.status,
    reason: match.endReason ?? match.status,
    lobbyOutcomes: lobbyOutcomes(match),
    agentIds,
    sessions: match.seats.flatMap((seat) =>
      seat.sessionId ? [{ id: seat.sessionId, outcomes: sessionOutcome(match.outcome, seat) }] : [],
    ),
  });
  for (const agentId of agentIds) await dropSessionKeys(client, { agentId, experienceId: match.experienceId });
  const notices = await notifyPlayers(client, match, completed);
  return { match, events: [...numbered.events, ...notices] };
}

/** Every player of a lobby's match hears of its end on its own stream. */
async function notifyPlayers(
  client: Client,
  match: MatchRow,
  ended: readonly { agentId: string; sessionId: string }[],
): Promise<StreamEvent[]> {
  if (match.kind !== 'lobby') return [];
  const told: StreamEvent[] = [];
  for (const { agentId, sessionId } of [...ended].sort((a, b) => (a.agentId < b.agentId ? -1 : 1))) {
    const seat = seatOf(match, agentId);
    const data = {
      game_session_id: match.id,
      experience_id: match.experienceId,
      session_id: sessionId,
      status: match.status,
      reason: match.endReason,
      outcomes: seat ? sessionOutcome(match.outcome, seat) : null,
    };
    told.push(...(await appendEvents(client, agentStream(agentId), [{ type: 'match_ended', data }])));
  }
  return told;
}

async function ratePlayers(client: Client, match: MatchRow): Promise<RatingChange[]> {
  if (!match.rated || match.status !== 'completed' || !match.outcome) return [];
  const players = match.seats.flatMap((seat) => {
    const result = match.outcome?.results.find((entry) => entry.seat === seat.seat);
    if (seat.kind === 'bot' || !seat.agentId || !seat.experienceAgentId || !result) return [];
    return [
      {
        agentId: seat.agentId,
        experienceAgentId: seat.experienceAgentId,
        result: result.result,
        rank: result.rank,
        team: result.team,
      },
    ];
  });
  return rateMatch(client, {
    experienceId: match.experienceId,
    matchId: match.id,
    pool: poolOf(match.seats),
    players,
  });
}

const seatOf = (match: MatchRow, agentId: string): SeatRow | undefined =>
  match.seats.find((seat) => seat.agentId === agentId);

const ratingChangeData = (match: MatchRow, change: RatingChange) => ({
  seat: seatOf(match, change.agentId)?.seat ?? null,
  elo_before: change.eloBefore,
  elo_after: change.eloAfter,
});

/** What the session of a seat keeps. Specification: gateway-tool-contract.md, session.end. */
function sessionOutcome(outcome: Outcome | null, seat: SeatRow): JsonObject | null {
  const own = outcome?.results.find((entry) => entry.seat === seat.seat);
  if (!outcome || !own) return null;
  return {
    result: own.result,
    reason: outcome.reason,
    ...(own.score === undefined ? {} : { score: own.score }),
    ...(own.rank === undefined ? {} : { rank: own.rank }),
  };
}

/** Results by pairwise identity. decisions.md, Outcomes. */
function lobbyOutcomes(match: MatchRow): JsonObject | null {
  if (!match.outcome) return null;
  const results = match.seats.flatMap((seat) => {
    const own = sessionOutcome(match.outcome, seat);
    return seat.experienceAgentId && own ? [[seat.experienceAgentId, own] as const] : [];
  });
  return { results: Object.fromEntries(results), reason: match.outcome.reason };
}

/**
 * Adds events to the stream of a match that is over: its numbering lies in the match's own row. Publish them after the
 * commit. Nothing for a match that runs or does not exist.
 */
export async function appendToMatch(
  client: Client,
  matchId: string,
  make: (match: MatchRow) => readonly NewEvent[],
): Promise<StreamEvent[]> {
  const match = await lockMatch(client, matchId);
  if (!match || match.status === 'active') return [];
  const numbered = numberEvents({
    stream: matchStream(matchId),
    head: match.head,
    events: make(match),
    at: new Date(),
  });
  await appendAfterEnd(client, { matchId, head: numbered.head, events: numbered.events });
  return numbered.events;
}
