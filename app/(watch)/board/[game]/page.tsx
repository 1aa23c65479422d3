import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { BoardScreen } from '@/components/practice/board-screen';
import { ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/ui/page';
import type { AnyGame } from '@/lib/core/game';
import { gameById } from '@/lib/games';
import { openPosition, whyNoBoard } from '@/lib/games/practice';

interface Props {
  params: Promise<{ game: string }>;
  searchParams: Search;
}

async function findGame(params: Props['params']): Promise<AnyGame | null> {
  const game = gameById((await params).game);
  return game ?? null;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const game = await findGame(params);
  if (!game) return NOT_FOUND_METADATA;
  return {
    title: `${game.title} board`,
    description: `Any position of ${game.title}, to play both sides of or to continue against a house bot, unrated.`,
    // Every position has its own address.
    robots: { index: false },
  };
}

/** An unrated board with the position of the address, or with the initial position. */
export default async function BoardPage({ params, searchParams }: Props) {
  const game = await findGame(params);
  if (!game) notFound();
  const { state, from } = await searchParams;
  const opened = openPosition(game.id, oneOf(state));
  if (!opened.ok) {
    return (
      <NoPosition title={game.title} reason={opened.reason} board={whyNoBoard(game) ? null : `/board/${game.id}`} />
    );
  }
  const match = oneOf(from);
  return (
    <BoardScreen
      game={{
        id: game.id,
        title: game.title,
        seatNames: game.seats.names,
        hasBot: game.bot !== null,
        hasJudge: game.judge !== undefined,
      }}
      initial={opened.value}
      from={match !== null && isUuid(match) ? match : null}
    />
  );
}

/** Says why there is no board, and links to what the visitor can do instead. */
function NoPosition({
  title,
  reason,
  board,
}: {
  title: string;
  reason: string;
  /** The address of the game's board; null for a game without one. */
  board: string | null;
}) {
  return (
    <Page
      narrow
      title={board ? `This is not a position of ${title}` : `No board for ${title}`}
      lead={<bdi>{reason}</bdi>}
    >
      {board ? (
        <ButtonLink href={board}>Open the initial position</ButtonLink>
      ) : (
        <ButtonLink href="/play">Play a match</ButtonLink>
      )}
    </Page>
  );
}
