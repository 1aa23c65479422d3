import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { siteOrigin } from '@/app/origin';
import { GameReference } from '@/components/docs/game-reference';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { queueOf } from '@/lib/domain/seating';
import { ALL_GAMES, hasHouseBots } from '@/lib/games';

type Params = Promise<{ gameId: string }>;

/** Fixed, so that the page shows the same opening each time. */
const SEED = '00'.repeat(32);

const findGame = (id: string) => ALL_GAMES.find((game) => game.id === id) ?? null;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const game = findGame((await params).gameId);
  return game ? { title: game.title, description: game.about } : NOT_FOUND_METADATA;
}

/** The first position, for the first seat. */
function openingOf(game: NonNullable<ReturnType<typeof findGame>>) {
  const { state } = game.setup({
    options: game.options.parse({}),
    seats: game.seats.min,
    rng: new Rng({ seed: SEED, drawn: 0 }),
  });
  const seat = game.actors(state)[0] ?? 0;
  const view: unknown = game.view(state, whileRunning(seat));
  return { legalMoves: game.legalMoves(state, seat), view, text: game.describe(view, seat) };
}

/** One game: instructions, notation of moves, first position. */
export default async function GamePage({ params }: { params: Params }) {
  const game = findGame((await params).gameId) ?? notFound();
  return (
    <GameReference
      origin={await siteOrigin()}
      experienceId={firstPartyExperienceId(game.id)}
      opening={openingOf(game)}
      game={{
        id: game.id,
        title: game.title,
        about: game.about,
        summary: game.summary,
        seats: game.seats,
        moveTimeS: game.moveTimeS,
        hasBot: hasHouseBots(game),
        hosting: game.hosting,
        joinTool: queueOf(firstPartyExperienceId(game.id))?.joinTool ?? null,
        instructions: game.instructions(game.options.parse({})),
        actionSchema: game.actionSchema,
        rulesSource: game.rulesSource,
      }}
    />
  );
}
