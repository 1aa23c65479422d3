import { IconArrowFork } from '@tabler/icons-react';
import { ButtonLink } from '@/components/ui/button';

/**
 * Opens the shown position on an unrated board. Only for finished matches, because a board with an engine would help
 * the players.
 */
export function ContinueLink({ matchId, ply }: { matchId: string; ply: number }) {
  return (
    <ButtonLink
      reloads
      href={`/matches/${matchId}/continue?ply=${ply}`}
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowFork size={16} stroke={1.75} aria-hidden />}
    >
      Continue from here
    </ButtonLink>
  );
}
