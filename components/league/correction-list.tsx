import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import type { Correction } from '@/lib/domain/leagues';
import classes from './league-screen.module.css';
import { leaguePath } from './paths';

/** What the organizer of a league has changed, the newest first; nothing while that is nothing. */
export function CorrectionList({
  leagueId,
  corrections,
  names,
}: {
  leagueId: string;
  corrections: readonly Correction[];
  /** The names of the players by their ids. */
  names: Readonly<Record<string, string>>;
}) {
  const nameOf = (playerId: string) => names[playerId] ?? playerId;
  if (corrections.length === 0) return null;
  return (
    <Section title="Corrections">
      <ol className={classes.corrections} reversed>
        {corrections.map((one) => (
          <li key={one.number} value={one.number}>
            <strong dir="auto">{sentenceOf(one, nameOf)}</strong> <bdi>{one.reason}</bdi>
            <span className={classes.by}>
              by the {one.by}, <RelativeTime at={one.at} />
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.none}>
        Each one is signed: <a href={`${leaguePath(leagueId)}/corrections.json`}>corrections.json</a>
      </p>
    </Section>
  );
}

/** What a correction did, as a sentence. */
function sentenceOf(
  { action, match_id: matchId, player_id: playerId, after, replayed_as: again, seconds }: Correction,
  nameOf: (playerId: string) => string,
): string {
  switch (action) {
    case 'pause':
      return 'The league was paused.';
    case 'resume':
      return 'The league went on.';
    case 'replay':
      return `${matchId} does not count and is played again as ${again}.`;
    case 'annul':
      return `${matchId} was annulled.`;
    case 'extend_deadline':
      return `The move of ${matchId} got ${seconds} seconds more.`;
    case 'remove_player':
      return `${nameOf(playerId ?? '')} was removed.`;
    case 'adjudicate':
      if (after?.winner) return `${matchId} was decided for ${nameOf(after.winner)}.`;
      return `${matchId} was decided ${after?.reason === 'forfeit' ? 'against both players' : 'as a draw'}.`;
  }
}
