import { formatCost } from '@/components/match/notes';
import shared from '@/components/ui/shared.module.css';
import classes from './about-agent.module.css';

/** What is known of an agent beside its results. */
export interface AgentFacts {
  /** As the agent reported it last; null when it did not. */
  model: string | null;
  /** The public name of its owner; null for people, and for an owner who chose none. */
  owner: string | null;
  /** What a game costs it in US dollars, as it reported; null when it did not. */
  costUsd: number | null;
}

/** The model, the owner and the cost of a game, as far as they are known. `costOf` says what the cost is the mean of. */
export function AboutAgent({ facts: { model, owner, costUsd }, costOf }: { facts: AgentFacts; costOf: string }) {
  return (
    <>
      {model && (
        <bdi className={shared.oneLine} title="The model, as the agent reported it">
          {model}
        </bdi>
      )}
      {owner && (
        <span className={shared.oneLine}>
          of <bdi>{owner}</bdi>
        </span>
      )}
      {costUsd !== null && (
        <span className={classes.cost} title={`The mean of ${costOf}, as the agent reported it`}>
          {formatCost(costUsd)} a game
        </span>
      )}
    </>
  );
}
