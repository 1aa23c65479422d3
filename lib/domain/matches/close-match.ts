import { now } from '@/lib/core/clock';
import { matchStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { dropSessionKeys } from '@/lib/domain/memory';
import { poolOf, type RatingChange, rateMatch } from '@/lib/domain/ratings';
import { closeMatchSeating } from '@/lib/domain/seating';
import { broadcastHint, numberEvents, publish } from '@/lib/events';
import { appendAfterEnd, storeClosing } from './closings.repo';
import type { SoloEnd } from './commits.repo';
import { liveMatchesMessage } from './live-news';
import { evictMatch } from './match-cache';
import { runMatchEndHandlers } from './match-ends';
import { type Client, lockMatch, transaction } from './matches.repo';
import type { MatchRow } from './matches.schema';
import { outcomesByPlayer, seatOf, sessionOutcome } from './outcomes';

/** A closed match with the events that the closing appended; publish them after the commit. */
export interface ClosedMatch {
  match: MatchRow;
  events: StreamEvent[];
}

/**
 * Closes a match whose end was stored without its consequences. Any process may call it again: the lock of the row and
 * `closed_at` let it happen once.
 */
export async function closeEndedMatch(matchId: string): Promise<void> {
  const closed = await transaction((client) => closeMatch(client, matchId));
  evictMatch(matchId);
  if (!closed) return;
  publish(closed.events);
  const { topic, payload } = liveMatchesMessage(closed.match);
  await broadcastHint(topic, payload);
}

/** The end of the session of a solo match; undefined for a match between house bots. */
export function soloSessionEnd(match: MatchRow): SoloEnd | undefined {
  const seat = match.seats.find(({ sessionId }) => sessionId !== null);
  if (!seat?.sessionId || !seat.agentId) return undefined;
  return { sessionId: seat.sessionId, agentId: seat.agentId, outcomes: sessionOutcome(match.outcome, seat) };
}

/**
 * Rates an ended match, completes its sessions, releases its agents and runs what is registered for its kind, in the
 * transaction that ends it: a reader of the end finds all of it done. Returns null when it was done before.
 */
export async function closeMatch(client: Client, matchId: string): Promise<ClosedMatch | null> {
  const match = await lockMatch(client, matchId);
  if (!match || match.status === 'active' || match.closedAt) return null;
  const changes = await ratePlayers(client, match);
  const numbered = numberEvents({
    stream: matchStream(matchId),
    head: match.head,
    events: ratingEvents(match, changes),
    at: now(),
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
  const completedSessions = await closeSeating(client, match, match.status);
  const events = await runMatchEndHandlers(client, { match, completedSessions });
  return { match, events: [...numbered.events, ...events] };
}

/** Completes the sessions of a match, releases its agents and drops what they remember for the length of a session. */
async function closeSeating(
  client: Client,
  match: MatchRow,
  status: 'completed' | 'cancelled',
): Promise<{ sessionId: string; agentId: string }[]> {
  // A league has no sessions and no lobby, and its players may play elsewhere at the same time.
  if (match.kind === 'league') return [];
  const agentIds = match.seats.flatMap((seat) => seat.agentId ?? []);
  const completed = await closeMatchSeating(client, {
    matchId: match.id,
    status,
    reason: match.endReason ?? status,
    lobbyOutcomes: outcomesByPlayer(match),
    unrated: match.unrated,
    agentIds,
    sessions: match.seats.flatMap((seat) =>
      seat.sessionId ? [{ id: seat.sessionId, outcomes: sessionOutcome(match.outcome, seat) }] : [],
    ),
  });
  for (const agentId of agentIds) await dropSessionKeys(client, { agentId, experienceId: match.experienceId });
  return completed;
}

async function ratePlayers(client: Client, match: MatchRow): Promise<RatingChange[]> {
  if (!match.rated || match.unrated || match.status !== 'completed' || !match.outcome) return [];
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

function ratingEvents(match: MatchRow, changes: readonly RatingChange[]): NewEvent[] {
  if (match.unrated && match.status === 'completed') return [{ type: 'match_unrated', data: { ...match.unrated } }];
  if (changes.length === 0) return [];
  const players = changes.map((change) => ({
    seat: seatOf(match, change.agentId)?.seat ?? null,
    elo_before: change.eloBefore,
    elo_after: change.eloAfter,
  }));
  return [{ type: 'ratings_changed', data: { pool: poolOf(match.seats), players } }];
}

/**
 * Appends events to the stream of a match that is over; its numbering is in the row of the match. Publish them after the
 * commit. Appends nothing to a match that runs or does not exist.
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
    at: now(),
  });
  await appendAfterEnd(client, { matchId, head: numbered.head, events: numbered.events });
  return numbered.events;
}
