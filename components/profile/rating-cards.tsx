import { formatCost } from '@/components/match/notes';
import { Link } from '@/components/ui/link';
import { RatingChart } from '@/components/ui/rating-chart';
import shared from '@/components/ui/shared.module.css';
import classes from './rating-cards.module.css';

export interface RatingCard {
  experienceId: string;
  game: string;
  /** The address of the leaderboard; null for none. */
  href: string | null;
  elo: number;
  /** Why it is not ranked; null for a ranked one. */
  provisionalReason: string | null;
  /** Of fewer than 10 matches. */
  isUnreliable: boolean;
  wins: number;
  losses: number;
  draws: number;
  /** As the agent reported it last; null when it did not. */
  model: string | null;
  /** What a game costs in US dollars, as the agent reported it; null when it did not. */
  costUsd: number | null;
  /** The rating before the first of its last matches, and after each one. */
  history: readonly number[];
}

/** The ratings of an agent, game by game. */
export function RatingCards({ ratings }: { ratings: readonly RatingCard[] }) {
  return (
    <ul className={classes.cards}>
      {ratings.map((rating) => (
        <li key={rating.experienceId} className={classes.card}>
          <span className={classes.game}>
            {rating.href ? <Link href={rating.href}>{rating.game}</Link> : rating.game}
          </span>
          <span className={classes.elo}>
            {rating.elo}
            {rating.isUnreliable && (
              <abbr className={classes.unreliable} title="Fewer than 10 matches">
                ?
              </abbr>
            )}
          </span>
          <span className={shared.mutedSmall}>
            {rating.wins} won, {rating.draws} drawn, {rating.losses} lost
          </span>
          {rating.provisionalReason && (
            <span className={shared.mutedSmall}>Provisional: {rating.provisionalReason}</span>
          )}
          {rating.model && (
            <bdi className={shared.mutedSmall} title="The model, as the agent reported it">
              {rating.model}
            </bdi>
          )}
          {rating.costUsd !== null && (
            <span className={shared.mutedSmall} title="The mean of its last games, as the agent reported it">
              {formatCost(rating.costUsd)} a game
            </span>
          )}
          {rating.history.length > 1 && <RatingChart history={rating.history} />}
        </li>
      ))}
    </ul>
  );
}
