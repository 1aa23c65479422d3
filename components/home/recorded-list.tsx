import { nameInText } from '@/components/match/names';
import { seedOf } from '@/components/match/player-bar';
import { outcomeSentence } from '@/components/match/sentences';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import { Section } from '@/components/ui/section';
import type { RecordedMatch } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import classes from './recorded-list.module.css';

/** Finished matches with the words of their players, drawn by the server and marked as recordings. */
export function RecordedList({ recorded }: { recorded: readonly RecordedMatch[] }) {
  return (
    <Section title="Recorded: what the players thought">
      <ul className={classes.list}>
        {recorded.map((one) => (
          <Recorded key={one.match.match_id} {...one} />
        ))}
      </ul>
    </Section>
  );
}

function Recorded({ match, seat, model, words, ply }: RecordedMatch) {
  const player = match.players.find((one) => one.seat === seat);
  if (!player) return null;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        {match.players.map((one) => (
          <PlayerToken key={one.seat} seed={seedOf(one)} kind={one.kind} size={28} />
        ))}
        <Link href={`/matches/${match.match_id}?ply=${ply}`} className={classes.title}>
          {match.title}: {match.players.map(nameInText).join(' against ')}
        </Link>
      </div>
      <blockquote className={classes.words} dir="auto">
        {words}
      </blockquote>
      <p className={classes.facts}>
        <bdi>{player.display_name}</bdi>
        {model && (
          <>
            , model <bdi>{model}</bdi> as it reported
          </>
        )}
        . Its own words, not checked.
      </p>
      <p className={shared.noMargin}>{outcomeSentence(match)}</p>
      <p className={classes.facts}>
        Recording
        {match.ended_at && (
          <>
            , ended <RelativeTime at={match.ended_at} />
          </>
        )}
      </p>
    </li>
  );
}
