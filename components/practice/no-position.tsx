import { ButtonLink } from '@/components/ui/button-link';
import { Page } from '@/components/ui/page';

interface Props {
  /** Of the game. */
  title: string;
  reason: string;
  /** Where the beginning of the game is; null where there is no board for it at all. */
  board: string | null;
}

/** Why there is no board to show, and what there is instead. */
export function NoPosition({ title, reason, board }: Props) {
  return (
    <Page narrow title={board ? `No position of ${title}` : `No board for ${title}`} lead={<bdi>{reason}</bdi>}>
      {board ? (
        <ButtonLink href={board}>Open the beginning</ButtonLink>
      ) : (
        <ButtonLink href="/play">Play it against somebody</ButtonLink>
      )}
    </Page>
  );
}
