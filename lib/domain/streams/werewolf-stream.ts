import type { StreamEvent } from '@/lib/core/stream';
import { readMatch } from '@/lib/domain/matches';
import {
  briefAgent,
  nextWerewolfAction,
  presentSpecEvent,
  presentSpecEvents,
  readBuilding,
  seedIn,
  WEREWOLF_GAME_ID,
} from '@/lib/domain/werewolf';
import { grantOmniscience, matchSource, openMatch, viewMatch } from './match-stream';
import { type SpectatorView, type StreamSnapshot, toWatchedEvent, type WatchedEvent } from './source';
import { type AgentView, type StreamKind, uuidStreamId } from './stream-kind';

/**
 * `werewolf:<matchId>`: the events of a Werewolf match, under the ids that they have in `match:<id>` and the names of
 * werewolf.md, 9.
 */
export const werewolfKind: StreamKind = {
  name: 'werewolf',
  id: uuidStreamId('matchId'),
  viewForAgent,
  spectators: {
    source: ({ id, view, deliver }) =>
      matchSource({
        id,
        view,
        deliver,
        open: () => openWerewolf(id, view),
        present: (events) => presentToSpectators(id, events, view),
      }),
    grantOmniscience,
  },
};

const PHASE_BEGINS: ReadonlySet<string> = new Set(['phase_changed', 'PHASE_CHANGED', 'match_started', 'MATCH_CREATED']);

async function viewForAgent(agent: { agentId: string }, id: string): Promise<AgentView | null> {
  const match = await readMatch(id);
  if (match?.gameId !== WEREWOLF_GAME_ID) return null;
  const view = await viewMatch(agent, id);
  return (
    view && {
      ...view,
      present: (events) => presentSpecEvents(id, events),
      nextAction: () => nextWerewolfAction(id, agent.agentId),
      brief: async (events) =>
        events.some(({ type }) => PHASE_BEGINS.has(type)) ? briefAgent(id, agent.agentId) : null,
    }
  );
}

/** The snapshot of the match, and its building in the town; null for a match of a lobby. */
async function openWerewolf(id: string, view: SpectatorView): Promise<StreamSnapshot> {
  const [{ snapshot, cursor }, building] = await Promise.all([openMatch(id, view), readBuilding(id)]);
  return { snapshot: { ...(snapshot as object), building }, cursor };
}

/** Spectators also get the view and the clock where the match carries them, so that a page needs one stream. */
function presentToSpectators(id: string, events: StreamEvent[], view: SpectatorView): WatchedEvent[] {
  const seed = seedIn(events);
  return events.map((event) => {
    const { view: publicView, clock, ply } = event.data;
    const presented = presentSpecEvent(event, seed);
    const data = publicView === undefined ? presented.data : { ...presented.data, view: publicView, clock, ply };
    return { ...toWatchedEvent({ ...presented, data }, view), stream: `werewolf:${id}` };
  });
}
