import { type StreamEvent, withoutView } from '@/lib/core/stream';
import { readMatch } from '@/lib/domain/matches';
import { SPEC_EVENT_NAMES } from '@/lib/games/werewolf/events';

/** The names of werewolf.md, 9 by the types of stored events: those of the game, and of the runtime as far as they matter. */
const SPEC_NAMES: Readonly<Record<string, string>> = {
  ...SPEC_EVENT_NAMES,
  match_started: 'MATCH_CREATED',
  match_cancelled: 'NARRATOR',
};

/** Types of stored events that have a name of the specification. */
export const SPEC_EVENT_TYPES: readonly string[] = Object.keys(SPEC_NAMES);

/** An event of werewolf.md, 9.1. */
export interface SpecEvent {
  eventId: string;
  matchId: string;
  at: string;
  visibility: 'PUBLIC' | 'PRIVATE';
  type: string;
  payload: Record<string, unknown>;
}

/**
 * A stored event under its name of the specification; null for an event that has none (ratings). The id is that of the
 * stored event, a ULID, so it is the same for every reader and in every stream.
 * @param seed of the match; it is public with GAME_ENDED
 */
export function toSpecEvent(event: StreamEvent, seed: string | null): SpecEvent | null {
  const type = SPEC_NAMES[event.type];
  if (type === undefined) return null;
  return {
    eventId: event.id,
    matchId: event.stream.slice(event.stream.indexOf(':') + 1),
    at: event.at.toISOString(),
    visibility: event.audience === 'public' ? 'PUBLIC' : 'PRIVATE',
    type,
    payload: payloadOf(event, seed),
  };
}

function payloadOf({ type, at, data }: StreamEvent, seed: string | null): Record<string, unknown> {
  const own = withText(withoutView(data));
  switch (type) {
    case 'match_started': {
      const { seed_commitment: seedCommitment, players } = own;
      return { seedCommitment, players: (players as StartedPlayer[]).map(toSpecPlayer) };
    }
    case 'phase_changed': {
      const { phaseMs, ...changed } = own;
      return { ...changed, phaseEndsAt: typeof phaseMs === 'number' ? endAfter(at, phaseMs) : null };
    }
    case 'game_ended':
      return { ...own, seed };
    case 'match_cancelled':
      return {
        moment: 'CANCELLED',
        text: 'The match was cancelled. Every role is public now.',
        reason: own.reason,
        ...(typeof own.seed === 'string' && { seed: own.seed }),
      };
    default:
      return own;
  }
}

/** The game says `message` where the specification says `text`, because the runtime adds the view as `text`. */
function withText({ message, ...others }: Record<string, unknown>): Record<string, unknown> {
  return message === undefined ? others : { ...others, text: message };
}

const endAfter = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();

/** A player as `match_started` names it. */
interface StartedPlayer {
  seat: number;
  kind: string;
  display_name: string;
  agent_id: string | null;
}

const toSpecPlayer = ({ seat, kind, display_name, agent_id }: StartedPlayer) => ({
  playerId: `p:${seat + 1}`,
  seat: seat + 1,
  displayName: display_name,
  kind,
  agentId: agent_id,
});

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
