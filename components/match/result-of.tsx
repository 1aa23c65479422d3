import type { ReactNode } from 'react';
import { ResultBadge } from '@/components/ui/result-badge';
import type { LiveMatch } from '@/lib/domain/matches';

/** Marks the matches of a list with the result of one agent. It stands apart from the list, which the home page loads without it. */
export const resultOf =
  (agentId: string) =>
  ({ players, outcome }: LiveMatch): ReactNode => {
    const seat = players.find((player) => player.agent_id === agentId)?.seat;
    const result = outcome?.results.find((entry) => entry.seat === seat)?.result;
    return result ? <ResultBadge result={result} /> : null;
  };
