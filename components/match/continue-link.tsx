import { Button } from '@mantine/core';
import { IconArrowFork } from '@tabler/icons-react';

/**
 * Opens the position that is shown on an unrated board; only after the end, because a board with an engine would help
 * who plays.
 */
export function ContinueLink({ matchId, ply }: { matchId: string; ply: number }) {
  return (
    <Button
      component="a"
      href={`/matches/${matchId}/continue?ply=${ply}`}
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowFork size={16} stroke={1.75} aria-hidden />}
    >
      Continue from here
    </Button>
  );
}
