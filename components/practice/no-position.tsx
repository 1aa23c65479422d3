import { ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/ui/page';

interface Props {
  /** The title of the game. */
  title: string;
  reason: string;
  /** The address of the game's board; null for a game without one. */
  board: string | null;
}

/** Says why there is no board, and links to what the visitor can do instead. */
export function NoPosition({ title, reason, board }: Props) {
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
