import { AppError } from '@/lib/core/errors';
import type { Audience } from '@/lib/core/game';
import { matchStream, type StreamEvent, type StreamName } from '@/lib/core/stream';
import { readMatch, seatAudiences } from '@/lib/domain/matches';
import { mayRead, waitForEvents } from '@/lib/events';

const MAX_EVENTS = 200;

/**
 * Waits for the events of a match that a player reads and spectators do not: those of its seat and of its teams.
 * Answers immediately when there are some after `after` ('' for all), else with the next, else empty at the timeout. The
 * seat is looked up by the player's agent id, so that no call can read another's. A player who has left its team while the
 * call waited gets nothing that the team has said since. Views are left out: the own seat has it.
 * @throws NOT_FOUND for a player without a seat in it, and for an unknown match
 */
export async function waitForPrivateEvents(of: {
  matchId: string;
  agentId: string;
  after: string;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<Pick<StreamEvent, 'id' | 'type' | 'at' | 'data'>[]> {
  const endsAtMs = Date.now() + of.timeoutMs;
  let readable = await readPrivateView(of);
  for (let { after } = of; ; ) {
    const events = await waitForEvents({
      ...readable,
      after,
      timeoutMs: Math.max(0, endsAtMs - Date.now()),
      signal: of.signal,
      limit: MAX_EVENTS,
    });
    if (events.length === 0) return [];
    readable = await readPrivateView(of);
    const { audiences } = readable;
    const still = events.filter((event) => mayRead(audiences, event));
    if (still.length > 0) return still.map(withoutOwnView);
    after = events.at(-1)?.id ?? after;
  }
}

/** What the player's seat reads now and spectators do not. One query. */
async function readPrivateView(of: {
  matchId: string;
  agentId: string;
}): Promise<{ stream: StreamName; audiences: Audience[] }> {
  const match = await readMatch(of.matchId);
  const own = match?.seats.find((seat) => seat.agentId === of.agentId);
  if (!match || !own) throw new AppError('NOT_FOUND', 'You have no seat in this match.');
  const audiences = seatAudiences(match, own.seat).filter((audience) => audience !== 'public');
  return { stream: matchStream(match.id), audiences };
}

const withoutOwnView = ({ id, type, at, data: { view, text, clock, ...data } }: StreamEvent) => ({
  id,
  type,
  at,
  data,
});
