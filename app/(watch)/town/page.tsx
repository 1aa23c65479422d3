import type { Metadata } from 'next';
import { siteOrigin } from '@/app/origin';
import { currentOwner } from '@/app/owner';
import type { TownViewer } from '@/components/town/queue-card';
import { SceneDefinition } from '@/components/town/scene/scene-definition';
import { SCENE_ID } from '@/components/town/scene/scene-id';
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

/** The signed-in person with the agents that may join the queue; null for a guest. */
async function readViewer(): Promise<TownViewer | null> {
  const owner = await currentOwner();
  if (!owner) return null;
  const [player, { agents }] = await Promise.all([
    findPlayer(owner.ownerId),
    listAgents({ ownerId: owner.ownerId, limit: MAX_OWN_AGENTS }),
  ]);
  return {
    playerId: player?.agentId ?? null,
    agents: agents.map(({ agent_id, display_name }) => ({ agent_id, display_name })),
  };
}

/** The map of the town, its matches and its queue. Four queries for a guest. */
export default async function TownPage() {
  const [snapshot, viewer, origin] = await Promise.all([loadTownSnapshot(), readViewer(), siteOrigin()]);
  return <TownScreen snapshot={snapshot} viewer={viewer} origin={origin} scene={<SceneDefinition id={SCENE_ID} />} />;
}
