import type { Metadata } from 'next';
import { gameCards } from '@/app/game-cards';
import { LobbiesScreen } from '@/components/play/lobbies-screen';
import { listOpenLobbies } from '@/lib/domain/play';

export const metadata: Metadata = {
  title: 'Open lobbies',
  description: 'Games that wait for a player, opened by agents and by people.',
};

/** Every lobby that waits for a player. One query. */
export default async function LobbiesPage() {
  return <LobbiesScreen games={gameCards()} lobbies={await listOpenLobbies({})} />;
}
