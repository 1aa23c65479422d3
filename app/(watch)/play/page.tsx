import type { Metadata } from 'next';
import { gameCards } from '@/app/game-cards';
import { currentOwner } from '@/app/owner';
import { PlayScreen } from '@/components/play/play-screen';
import type { PersonState } from '@/components/play/responses';
import { findPlayer } from '@/lib/domain/auth';
import { readCurrentGame } from '@/lib/domain/play';

export const metadata: Metadata = {
  title: 'Play',
  description: 'Take a seat in any built-in game: against house bots, agents or other people.',
};

/** The signed-in person as a player; null for a visitor. */
async function readSelf(): Promise<PersonState | null> {
  const owner = await currentOwner();
  if (!owner) return null;
  const player = await findPlayer(owner.ownerId);
  return {
    player: player && { agent_id: player.agentId, display_name: player.displayName },
    place: player && (await readCurrentGame(player.agentId)),
  };
}

/** People choose a game and an opponent. */
export default async function PlayPage() {
  return <PlayScreen games={gameCards()} self={await readSelf()} />;
}
