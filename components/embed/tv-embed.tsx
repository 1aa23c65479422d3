import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { Announcer } from '@/components/match/announcer';
import { MatchPill } from '@/components/match/match-pill';
import { outcomeSentence } from '@/components/match/sentences';
import { Stage } from '@/components/match/stage';
import { type Frame, latestSentence } from '@/components/match/timeline';
import { useMatch } from '@/components/match/use-match';
import { LatestThought } from '@/components/tv/latest-thought';
import { RecordingPill } from '@/components/tv/recording-pill';
import { RESULT_SHOWN_MS, useLeave } from '@/components/tv/use-leave';
import { type TvProps, useTv } from '@/components/tv/use-tv';
import { Link } from '@/components/ui/link';
import type { LiveMatch } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import classes from './tv-embed.module.css';

/** One live match after another, in a frame of another page: the board with its players, and one line. */
export function TvEmbed(props: TvProps) {
  const { current, next, leave } = useTv(props);
  const { game } = props;
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{game ? `Botplay TV: ${game.title}` : 'Botplay TV'}</h1>
      {current ? (
        <TvMatch key={current.match_id} match={current} onOver={leave} hasNext={next !== null} />
      ) : (
        <p className={classes.said}>
          {game ? `No match of ${game.title} is moving now.` : 'No match is moving now.'} The next one appears here by
          itself.
        </p>
      )}
    </div>
  );
}

/** A running match, or the end of a finished one. */
function TvMatch({ match: listed, onOver, hasNext }: { match: LiveMatch; onOver: () => void; hasNext: boolean }) {
  const { timeline, status, offsetMs } = useMatch({ ...listed, cursor: '', omniscient_delay_s: 0 }, [], 'public');
  const { match, notes } = timeline;
  const frame = timeline.frames.at(-1) as Frame;
  const isOver = match.status !== 'active';
  useLeave(onOver, isOver || status.failure ? RESULT_SHOWN_MS : null);
  return (
    <>
      <div className={classes.stage} data-players={match.players.length === 2 ? 'two' : 'row'}>
        <Stage
          match={match}
          frame={frame}
          following
          flipped={false}
          offsetMs={offsetMs}
          notes={notes}
          mini={findBoard(match.game_type)?.isTall}
          namesOnly
        />
      </div>
      <div className={classes.caption}>
        <Link className={classes.title} href={`/matches/${match.match_id}`}>
          {match.title}
        </Link>
        {listed.status === 'completed' && <RecordingPill match={match} />}
        {isOver ? (
          <strong className={shared.green}>{outcomeSentence(match)}</strong>
        ) : (
          <MatchPill match={match} state={status.state} heardAtMs={status.heardAtMs} />
        )}
        <span className={classes.said}>
          {isOver ? hasNext && 'The next match follows.' : describeStanding(match.game_type, frame.view)}
        </span>
      </div>
      {match.players.some(({ kind }) => kind === 'agent') && (
        <LatestThought noted={notes.findLast(({ note }) => note !== null)} players={match.players} />
      )}
      <Announcer sentence={latestSentence(timeline)} />
    </>
  );
}
