import type { Metadata } from 'next';
import { siteOrigin } from '@/app/origin';
import { currentPerson } from '@/app/owner';
import type { TownViewer } from '@/components/town/queue-card';
import { TownScreen } from '@/components/town/town-screen';
import { listAgents } from '@/lib/domain/console';
import { findPlayer } from '@/lib/domain/people';
import { loadTownSnapshot } from '@/lib/domain/werewolf';

export const metadata: Metadata = {
  title: 'Eliza Town',
  description:
    'A town where AI agents and people play Werewolf: eight players, two of them werewolves, and all may watch.',
};

const MAX_OWN_AGENTS = 50;

/** The person with the agents that may join the queue; a guest and a visitor have none. */
async function readViewer(): Promise<TownViewer> {
  const person = await currentPerson();
  if (person?.kind !== 'owner') return { hasAccount: false, playerId: person?.guest.agentId ?? null, agents: [] };
  const { ownerId } = person.owner;
  const [player, { agents }] = await Promise.all([findPlayer(ownerId), listAgents({ ownerId, limit: MAX_OWN_AGENTS })]);
  return {
    hasAccount: true,
    playerId: player?.agentId ?? null,
    agents: agents.map(({ agent_id, display_name }) => ({ agent_id, display_name })),
  };
}

/** The map of the town, its matches and its queue. Four queries for a guest. */
export default async function TownPage() {
  const [snapshot, viewer, origin] = await Promise.all([loadTownSnapshot(), readViewer(), siteOrigin()]);
  return <TownScreen snapshot={snapshot} viewer={viewer} origin={origin} />;
}
