'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { useStream } from '@/components/live/use-stream';
import { Announcer } from '@/components/match/announcer';
import { type Evaluation, evaluate } from '@/components/match/evaluation';
import { MatchPill } from '@/components/match/match-pill';
import { platformLine } from '@/components/match/names';
import { MatchRecord } from '@/components/match/record';
import { outcomeSentence } from '@/components/match/sentences';
import { Stage } from '@/components/match/stage';
import { createTimeline, type Frame, latestSentence, type Timeline } from '@/components/match/timeline';
import type { MatchEvent } from '@/components/match/types';
import { useJudge } from '@/components/match/use-judge';
import { useMatch } from '@/components/match/use-match';
import { whyItMatters } from '@/components/match/why-it-matters';
import { Link } from '@/components/ui/link';
import type { LiveMatch } from '@/lib/domain/matches';
import shared from '../ui/shared.module.css';
import { LatestThought } from './latest-thought';
import { RecordingPill } from './recording-pill';
import classes from './tv.module.css';
import { RESULT_SHOWN_MS, useLeave } from './use-leave';

/** Sorts before every event id, so that the stream starts with the first event. */
export const BEFORE_FIRST_EVENT = '00000000000000000000000000';
/** A recording lasts about as long, whatever the number of its moves, but no move less or more than the next two. */
const RECORDING_MS = 180_000;
const MIN_MOVE_MS = 900;
const MAX_MOVE_MS = 2_400;

export interface TvMatchProps {
  match: LiveMatch;
  /** Its game can be judged by an engine. */
  isJudged: boolean;
  /** Says in no words and figures who is ahead. */
  hidesStanding: boolean;
  /** The match is over and its result has been shown long enough, or it cannot be followed. */
  onOver: () => void;
  hasNext: boolean;
  /** What the viewer can choose. */
  children: ReactNode;
}

/** A running match from its first move, and its result. */
export function TvMatch(props: TvMatchProps) {
  const [snapshot] = useState({ ...props.match, cursor: BEFORE_FIRST_EVENT, omniscient_delay_s: 0 });
  const { timeline, status, offsetMs } = useMatch(snapshot, [], 'public');
  const { match } = timeline;
  const isOver = match.status !== 'active';
  useLeave(props.onOver, status.failure ? 0 : isOver ? RESULT_SHOWN_MS : null);
  return (
    <Picture
      {...props}
      timeline={timeline}
      frame={timeline.frames.at(-1) as Frame}
      isNewest
      isWatcher={status.view === 'spectator'}
      offsetMs={offsetMs}
      pill={!isOver && <MatchPill match={match} state={status.state} heardAtMs={status.heardAtMs} />}
    />
  );
}

/** A finished match, played from its first move. */
export function TvRecording(props: TvMatchProps) {
  const { events, failure } = useRecording(props.match.match_id);
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  const [index, setIndex] = useState(0);
  const last = (timeline?.frames.length ?? 1) - 1;
  const isNewest = timeline !== null && index >= last;
  const begin = useEffectEvent((all: readonly MatchEvent[]) =>
    setTimeline(createTimeline({ ...props.match, cursor: '', omniscient_delay_s: 0 }, all)),
  );
  useEffect(() => {
    if (events) begin(events);
  }, [events]);
  const moveMs = Math.min(MAX_MOVE_MS, Math.max(MIN_MOVE_MS, RECORDING_MS / Math.max(1, last)));
  useEffect(() => {
    if (timeline === null || isNewest) return;
    const timer = setInterval(() => setIndex((before) => before + 1), moveMs);
    return () => clearInterval(timer);
  }, [timeline, isNewest, moveMs]);
  useLeave(props.onOver, failure ? 0 : isNewest ? RESULT_SHOWN_MS : null);
  const frame = timeline?.frames[Math.min(index, last)];
  if (!timeline || !frame) return <div className={classes.stage} />;
  return (
    <Picture
      {...props}
      timeline={timeline}
      frame={frame}
      isNewest={isNewest}
      isWatcher
      offsetMs={0}
      pill={<RecordingPill match={props.match} />}
    />
  );
}

/** All events of a finished match; null while they are read. */
function useRecording(matchId: string): { events: readonly MatchEvent[] | null; failure: unknown } {
  const [read, setRead] = useState<readonly MatchEvent[]>([]);
  const isComplete = read.some(({ type }) => type === 'match_ended' || type === 'match_cancelled');
  const { failure } = useStream({
    stream: `match:${matchId}`,
    after: BEFORE_FIRST_EVENT,
    enabled: !isComplete,
    onSnapshot: () => {},
    onEvents: (events) => setRead((before) => [...before, ...events]),
  });
  return { events: isComplete ? read : null, failure };
}

interface PictureProps extends TvMatchProps {
  timeline: Timeline;
  /** The position that is shown. */
  frame: Frame;
  isNewest: boolean;
  /** The viewer takes no part in the match. */
  isWatcher: boolean;
  offsetMs: number;
  /** How the match runs, or that it is a recording. */
  pill: ReactNode;
}

/** The board with its players and the bar, and beside it the title, who is ahead, what was said, and the moves. */
function Picture({ timeline, frame, isNewest, isWatcher, offsetMs, pill, hidesStanding, ...props }: PictureProps) {
  const router = useRouter();
  const { match, lines, notes } = timeline;
  const isEnd = isNewest && match.status !== 'active';
  const isJudged = props.isJudged && isWatcher && !hidesStanding && match.players.length === 2;
  const judged = useJudge(timeline, isJudged && !isEnd ? frame.ply : null);
  const evaluation: Evaluation | undefined = isJudged
    ? evaluate(match, judged.get(frame.ply), isEnd && match.outcome !== null)
    : undefined;
  const standing = hidesStanding ? null : describeStanding(match.game_type, frame.view);
  const line = hidesStanding ? null : platformLine(frame.commentary, match.players);
  const sentence = line ?? (isNewest ? latestSentence(timeline) : frame.sentence);
  const visibleNotes = notes.filter(({ ply }) => ply <= frame.ply);
  return (
    <>
      <div className={classes.stage} data-players={match.players.length === 2 ? 'two' : 'row'}>
        <Stage
          match={match}
          frame={frame}
          following={isNewest}
          flipped={false}
          offsetMs={offsetMs}
          notes={notes}
          evaluation={evaluation}
          namesOnly
          hidesStanding={hidesStanding}
        />
      </div>
      <div className={classes.side}>
        <div className={classes.news}>
          <div className={classes.head}>
            <Link className={classes.title} href={`/matches/${match.match_id}`}>
              {match.title}
            </Link>
            {pill}
          </div>
          <p className={classes.reason}>{whyItMatters(match)}</p>
          <p className={classes.standing}>
            {isEnd ? (
              <strong className={shared.green}>{outcomeSentence(match)}</strong>
            ) : (
              <>
                {evaluation?.words && <strong>{evaluation.words}. </strong>}
                {standing}
              </>
            )}
          </p>
          <p className={classes.said}>{isEnd ? props.hasNext && 'The next match follows.' : sentence}</p>
          {match.players.some(({ kind }) => kind === 'agent') && (
            <LatestThought
              noted={hidesStanding ? undefined : visibleNotes.findLast(({ note }) => note !== null)}
              players={match.players}
            />
          )}
        </div>
        <div className={classes.record}>
          <MatchRecord
            lines={isNewest ? lines : lines.filter(({ ply }) => ply <= frame.ply)}
            players={match.players}
            ply={frame.ply}
            onGo={(ply) => router.push(`/matches/${match.match_id}?ply=${ply}`)}
            analysisAt={() => undefined}
          />
        </div>
        {props.children}
      </div>
      <Announcer sentence={isNewest ? latestSentence(timeline) : ''} />
    </>
  );
}
