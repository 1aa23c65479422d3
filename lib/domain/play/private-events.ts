import { AppError } from '@/lib/core/errors';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readMatch, seatAudiences } from '@/lib/domain/matches';
import { waitForEvents } from '@/lib/events';

const MAX_EVENTS = 200;

/**
 * Waits for the events of a match that a player reads and spectators do not: those of its seat and of its teams.
 * Answers immediately when there are some after `after` ('' for all), else with the next, else empty at the timeout. The
 * seat is looked up by the player's agent id, so that no call can read another's. Views are left out: the own seat has it.
 * @throws NOT_FOUND for a player without a seat in it, and for an unknown match
 */
export async function waitForPrivateEvents(of: {
  matchId: string;
  agentId: string;
  after: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Pick<StreamEvent, 'id' | 'type' | 'at' | 'data'>[]> {
  const match = await readMatch(of.matchId);
  const own = match?.seats.find((seat) => seat.agentId === of.agentId);
  if (!match || !own) throw new AppError('NOT_FOUND', 'You have no seat in this match.');
  const events = await waitForEvents({
    stream: matchStream(match.id),
    audiences: seatAudiences(match, own.seat).filter((audience) => audience !== 'public'),
    after: of.after,
    timeoutMs: of.timeoutMs,
    signal: of.signal,
    limit: MAX_EVENTS,
  });
  return events.map(({ id, type, at, data: { view, text, clock, ...data } }) => ({ id, type, at, data }));
}
