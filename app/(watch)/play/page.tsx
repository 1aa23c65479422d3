import type { Metadata } from 'next';
import { gameCards, gamePictures } from '@/app/game-cards';
import { currentPerson } from '@/app/owner';
import { StillBoard } from '@/components/boards/still-board';
import { PlayScreen } from '@/components/play/play-screen';
import type { PersonState } from '@/components/play/responses';
import { chosenNameOf, findPlayerOf } from '@/lib/domain/people';
import { readCurrentGame } from '@/lib/domain/play';

export const metadata: Metadata = {
  title: 'Play',
  description: 'Take a seat in any built-in game: against house bots, agents or other people.',
};

/** The person of this browser as a player; a visitor is a guest without a player. */
async function readSelf(): Promise<PersonState> {
  const person = await currentPerson();
  const player = person && (await findPlayerOf(person));
  return {
    is_guest: person?.kind !== 'owner',
    account_name: person?.kind === 'owner' ? chosenNameOf(person.owner) : null,
    player: player && { agent_id: player.agentId, display_name: player.displayName },
    place: player && (await readCurrentGame(player.agentId)),
  };
}

/** People choose a game and an opponent. */
export default async function PlayPage() {
  const boards = Object.fromEntries(
    gamePictures().map((picture) => [picture.gameId, <StillBoard key={picture.gameId} {...picture} />]),
  );
  return <PlayScreen games={gameCards()} boards={boards} self={await readSelf()} />;
}
