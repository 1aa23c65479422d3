import type { ReactNode } from 'react';
import { BoardAsText } from '@/components/boards/board-as-text';
import { hasBoard } from '@/components/boards/registry';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Page } from '@/components/ui/page';
import { Section } from '@/components/ui/section';
import type { FixturePlace } from '@/lib/domain/leagues';
import classes from './archived-match.module.css';
import { describeArchived } from './archived-words';
import { BoardImage } from './board-image';
import { type BoardLink, BoardLinks, WayOn } from './board-links';
import { Facts } from './facts';
import { PlayerBar } from './player-bar';
import { outcomeSentence } from './sentences';
import type { MatchSnapshot } from './types';

export interface ArchivedMatchProps {
  match: MatchSnapshot;
  title?: string;
  /** When its events left, ISO 8601; null while they are being moved. */
  archivedAt: string | null;
  league?: FixturePlace | null;
  /** Finished matches of the game that can be replayed. */
  recent: readonly BoardLink[];
  /** What is known about a seat besides its player, such as its role. */
  noteOf?: (seat: number) => string | null;
}

/** A match whose moves left to the archive of the site: says so, shows what is left, and where to go on. Without scripts. */
export function ArchivedMatch({ match, title, archivedAt, league = null, recent, noteOf }: ArchivedMatchProps) {
  return (
    <Page title={title ?? match.title} lead={match.about}>
      <Notice title={describeArchived('The moves of this match', archivedAt)}>
        They cannot be replayed here; the operators of this site keep them in a file. The players, the result, the
        ratings and the last position remain.
      </Notice>
      <div className={classes.match}>
        {hasBoard(match.game_type) && <LastPosition match={match} />}
        <div className={classes.facts}>
          <p className={classes.outcome}>{outcomeSentence(match)}</p>
          <ul className={classes.players} aria-label="Players">
            {match.players.map((player) => (
              <li key={player.seat}>
                <PlayerBar
                  player={player}
                  outcome={match.outcome}
                  clock={null}
                  offsetMs={0}
                  live={false}
                  note={noteOf?.(player.seat) ?? null}
                  isAlone={match.players.length === 1}
                />
              </li>
            ))}
          </ul>
          <Facts match={match} league={league} />
          <BoardAsText gameId={match.game_type} view={match.view} text={match.text} />
        </div>
      </div>
      <Others match={match} recent={recent} />
    </Page>
  );
}

function LastPosition({ match }: { match: MatchSnapshot }): ReactNode {
  return (
    <figure className={classes.board}>
      <BoardImage src={`/matches/${match.match_id}/board.svg`} side={360} />
      <figcaption className={classes.caption}>The last position</figcaption>
    </figure>
  );
}

/** Where to go on: matches that can be replayed. */
function Others({ match, recent }: Pick<ArchivedMatchProps, 'match' | 'recent'>) {
  if (recent.length === 0) return <WayOn />;
  return (
    <Section title={`${match.title}: matches that can be replayed`}>
      <BoardLinks links={recent} label="Recent matches" />
      <p>
        <Link href={`/matches?game=${match.game_type}`}>All finished matches: {match.title}</Link>
      </p>
    </Section>
  );
}
