import { type StreamEvent, withoutView } from '@/lib/core/stream';
import { readMatch } from '@/lib/domain/matches';
import { toSpecEvent } from './spec-events';

/**
 * Events of a match under the names of werewolf.md, 9, as the stream `werewolf:<matchId>` shows them: `data` is the
 * payload with `visibility`. An event without such a name (the end of the match, new ratings) keeps its own, without the
 * view of the game: an agent has read what led to it.
 */
export async function presentSpecEvents(matchId: string, events: readonly StreamEvent[]): Promise<StreamEvent[]> {
  const seed = seedIn(events) ?? (events.some(({ type }) => type === 'game_ended') ? await readSeed(matchId) : null);
  return events.map((event) => presentSpecEvent(event, seed));
}

/** The same for one event. `seed` is that of the match when it is over, else null. */
export function presentSpecEvent(event: StreamEvent, seed: string | null): StreamEvent {
  const spec = toSpecEvent(event, seed);
  return spec
    ? { ...event, type: spec.type, data: { matchId: spec.matchId, visibility: spec.visibility, ...spec.payload } }
    : { ...event, data: withoutView(event.data) };
}

/** The seed is in the last event of the match, which is stored together with game_ended. */
export function seedIn(events: readonly StreamEvent[]): string | null {
  const seed = events.find(({ type }) => type === 'match_ended')?.data.seed;
  return typeof seed === 'string' ? seed : null;
}

async function readSeed(matchId: string): Promise<string | null> {
  const match = await readMatch(matchId);
  return match && match.status !== 'active' ? match.seed : null;
}
