'use client';

import { lazy, type RefObject, useEffect, useRef, useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { findBoard } from '@/components/boards/registry';
import { asFinished } from '@/components/boards/view';
import type { Seated } from '@/components/play/own-seat-scope';
import type { OwnSeatState } from '@/components/play/use-own-seat';
import type { FixturePlace } from '@/lib/domain/leagues';
import type { OwnSeat } from '@/lib/domain/play';
import { Announcer } from './announcer';
import { evaluate, TURNED_GAME } from './evaluation';
import { type GameFacts, NO_FACTS } from './game-facts';
import { MatchAside } from './match-aside';
import { MatchPanels } from './match-panels';
import classes from './match-screen.module.css';
import { platformLine, withNamedSeats } from './names';
import type { PanelName } from './phone-tabs';
import { Stage } from './stage';
import { type Frame, latestSentence } from './timeline';
import type { MatchEvent, MatchSnapshot, View } from './types';
import { useAnalysis } from './use-analysis';
import { useJudge } from './use-judge';
import { useLiveMatches } from './use-live-matches';
import { type KnownOpenings, useOpening } from './use-opening';
import { useReplay } from './use-replay';
import { type SwitchableMatch, useViewSwitch } from './use-view-switch';

export interface MatchScreenProps {
  snapshot: MatchSnapshot;
  history: readonly MatchEvent[];
  /** The seat of the viewer; null for a spectator. */
  own?: OwnSeat | null;
  facts?: GameFacts;
  /** The viewer neither plays in the match nor owns one of its players: sees who is ahead while it runs. */
  isWatcher?: boolean;
  /** Of a match of a league. */
  league?: FixturePlace | null;
  /** The openings of the match so far; null for a game without openings. */
  openings?: KnownOpenings | null;
}

/**
 * Loaded for players: spectators do without the code of moving. Without a boundary of its own: React would show the fallback
 * in place of what the server has drawn as soon as an event comes before these files do.
 */
const OwnSeatScope = lazy(() =>
  import('@/components/play/own-seat-scope').then((module) => ({ default: module.OwnSeatScope })),
);

/** A match, live and afterwards: the board, the players, what happened, and the way through it. */
export function MatchScreen({
  snapshot,
  history,
  own = null,
  facts = NO_FACTS,
  isWatcher = false,
  league = null,
  openings = null,
}: MatchScreenProps) {
  const watched = useViewSwitch(snapshot, history, own !== null);
  const { match, changedBy } = watched.timeline;
  const content = (seated: Seated | null) => (
    <Watched
      snapshot={snapshot}
      watched={watched}
      facts={facts}
      isWatcher={isWatcher}
      league={league}
      openings={openings}
      seated={seated}
    />
  );
  if (own === null) return content(null);
  return (
    <OwnSeatScope
      own={own}
      heard={changedBy}
      isLive={watched.status.state === 'live'}
      match={match}
      offsetMs={watched.offsetMs}
    >
      {content}
    </OwnSeatScope>
  );
}

interface WatchedProps {
  snapshot: MatchSnapshot;
  watched: SwitchableMatch;
  facts: GameFacts;
  isWatcher: boolean;
  league: FixturePlace | null;
  openings: KnownOpenings | null;
  /** Null for a spectator. */
  seated: Seated | null;
}

function Watched({ snapshot, watched, facts, isWatcher, league, openings, seated }: WatchedProps) {
  const seat = seated?.seat ?? null;
  const [flipped, setFlipped] = useState(seat?.seat.seat === 1 && snapshot.players.length === 2);
  const [panel, setPanel] = useState<PanelName>('record');
  const flip = () => setFlipped((before) => !before);

  const { timeline, offsetMs } = watched;
  const { match } = timeline;
  const isOver = match.status !== 'active';
  const analysis = useAnalysis(snapshot.match_id);
  const done = analysis.work.state === 'done' ? analysis.work.analysis : null;
  const replay = useReplay(timeline, done, flip);
  const { frame, isNewest } = replay;
  const view = withNamedSeats(asFinished(frame.view, isNewest && isOver), match.players);
  const isEnd = isNewest && isOver && match.outcome !== null;
  const isJudged = facts.canAnalyse && (isOver || isWatcher) && match.players.length === 2;
  const judged = useJudge(timeline, isJudged && !isEnd ? frame.ply : null);
  const analysisAt = (ply: number) => done?.plies[ply] ?? judged.get(ply);
  const evaluation = isJudged ? evaluate(match, analysisAt(frame.ply), isEnd) : undefined;
  const lastMove = analysisAt(frame.ply)?.move;
  const opening = useOpening(timeline, frame.ply, openings);
  const [openedAtPly] = useState(match.ply);
  const lateMs = isNewest && match.ply !== openedAtPly ? (findBoard(match.game_type)?.settlesMs ?? 0) : 0;
  const stuck = useStuck();
  const goesOn = isOver && !seated?.panel;
  const live = useLiveMatches([], goesOn);
  const whatNext = goesOn ? live : null;
  const canSwitchView = facts.hidesInformation && !isOver && !seat;

  return (
    <div className={classes.screen} data-panel={panel}>
      <header className={classes.head}>
        <h1 className={classes.title}>{match.title}</h1>
        <p className={classes.about}>{match.about}</p>
        {match.rivalry && <p className={classes.about}>{match.rivalry}.</p>}
      </header>
      <div ref={stuck.top} className={classes.top} />
      <div
        ref={stuck.box}
        className={classes.stage}
        data-two={match.players.length === 2}
        data-stuck={stuck.height !== null}
        style={stuck.height === null ? undefined : { minHeight: stuck.height }}
      >
        <Stage
          match={match}
          frame={frame}
          following={isNewest}
          flipped={flipped}
          offsetMs={offsetMs}
          ownView={isNewest ? chooseOwnView(seat, frame, facts.hidesInformation) : undefined}
          play={isNewest ? seat?.play : undefined}
          premove={isNewest ? seated?.premove : undefined}
          evaluation={evaluation}
          isStuck={stuck.height !== null}
          better={isOver || !isNewest ? lastMove?.better?.move : undefined}
          notes={timeline.notes}
          lateMs={lateMs}
        />
      </div>
      <MatchPanels
        watched={watched}
        replay={replay}
        seatPanel={seated?.panel ?? null}
        analysis={facts.canAnalyse && isOver ? analysis : null}
        analysisAt={analysisAt}
        opening={opening}
        verdict={evaluation?.words ?? null}
        commentary={platformLine(frame.commentary, match.players)}
        standing={describeStanding(match.game_type, view)}
        whatNext={whatNext}
        lateMs={lateMs}
        onFlip={flip}
        sawEnd={isOver && snapshot.status === 'active' && isNewest && analysis.work.state === 'idle'}
        panel={panel}
        onPanelChange={setPanel}
      />
      <MatchAside
        timeline={timeline}
        replay={replay}
        facts={facts}
        league={league}
        viewSwitch={canSwitchView ? watched : null}
        whatNext={whatNext}
        view={view}
      />
      <Announcer sentence={isNewest ? latestSentence(timeline) : ''} />
      <Announcer sentence={isNewest && lastMove?.turnedGame ? `${TURNED_GAME} ${evaluation?.words ?? ''}` : ''} />
    </div>
  );
}

interface Stuck {
  /** Of an empty element at the top of what sticks. */
  top: RefObject<HTMLDivElement | null>;
  /** Of the element that sticks. */
  box: RefObject<HTMLDivElement | null>;
  /** The height that the element had before it stuck, px; null while it is in its place. */
  height: number | null;
}

/** Whether the page has been scrolled beyond the top of an element that sticks. */
function useStuck(): Stuck {
  const top = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const mark = top.current;
    if (!mark) return;
    const observer = new IntersectionObserver(([entry]) => {
      const isStuck = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0;
      setHeight((before) => (isStuck ? (before ?? box.current?.offsetHeight ?? null) : null));
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, []);
  return { top, box, height };
}

/**
 * The view of the viewer's own seat at the newest position; undefined when the public view is newer. In a game with
 * hidden information the own view stays until the next one arrives, because the player's own secrets would flicker.
 */
function chooseOwnView(own: OwnSeatState | null, frame: Frame, hidesInformation: boolean): View | undefined {
  if (!own) return undefined;
  return own.seat.ply >= frame.ply || hidesInformation ? own.seat.view : undefined;
}
