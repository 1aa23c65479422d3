'use client';
import { useEffect, useMemo, useState } from 'react';
import { BoardAsText } from '@/components/boards/board_as_text';
import { atRest } from '@/components/boards/views';
import { standingOf } from '@/components/boards/words';
import { ownViewOf } from '@/components/play/own-view';
import { SeatPanel } from '@/components/play/seat-panel';
import { useOwnSeat } from '@/components/play/use-own-seat';
import type { OwnSeat } from '@/components/play/wire';
import { KeyHelp } from '@/components/ui/key-help';
import { AnalysisPanel } from './analysis-panel';
import { Announcer } from './announcer';
import { ContinueLink } from './continue-link';
import { Downloads } from './downloads';
import { EmbedButton } from './embed-button';
import { Facts } from './facts';
import { Fairness } from './fairness';
import classes from './match-screen.module.css';
import { MomentBar } from './moment-bar';
import { momentsOf, neighbour } from './moments';
import { News } from './news';
import { type PanelName, PhoneTabs } from './phone-tabs';
import { MatchRecord } from './record';
import { momentName } from './record-rows';
import type { Review } from './review';
import { ScrubBar } from './scrub-bar';
import { ShareButton } from './share-button';
import { Stage } from './stage';
import { frameAt } from './timeline';
import { useAnalysis } from './use-analysis';
import { useMatch } from './use-match';
import { useScrubber } from './use-scrubber';
import { ViewSwitch } from './view-switch';
import type { MatchEvent, MatchSnapshot } from './wire';

const KEYS = [
  { keys: ['←', '→'], does: 'One move back, one forward' },
  { keys: ['Home', 'End'], does: 'To the start, to the newest' },
  { keys: ['Space'], does: 'Play and pause' },
  { keys: ['p', 'n'], does: 'To the key moment before, to the next' },
  { keys: ['f'], does: 'Turn the board' },
];

export interface MatchScreenProps {
  snapshot: MatchSnapshot;
  /** Of its game. With hidden information, the omniscient view differs from the public one. */
  information: 'perfect' | 'hidden';
  history: readonly MatchEvent[];
  /** The seat of who looks, when they hold one. */
  own?: OwnSeat | null;
  /** What can be done when it is over. */
  review?: Review;
}

const NO_REVIEW: Review = { canAnalyse: false, canContinue: false, notation: null };

/** A match, live and afterwards: the board, who plays, what happened, and the way through it. */
export function MatchScreen({ snapshot, information, history, own = null, review = NO_REVIEW }: MatchScreenProps) {
  const [view, setView] = useState<'public' | 'omniscient'>('public');
  const [flipped, setFlipped] = useState(own?.seat === 1 && snapshot.players.length === 2);
  const [panel, setPanel] = useState<PanelName>('record');
  const flip = () => setFlipped((before) => !before);
  const { timeline, status, offsetMs } = useMatch(snapshot, history, view, own !== null);
  const { match } = timeline;
  const held = useOwnSeat(own, timeline.cursor);
  const refusedNow = view === 'omniscient' ? status.failure : null;
  const [refusal, setRefusal] = useState<string | null>(null);
  // Who may not see everything goes on seeing what is public.
  useEffect(() => {
    if (!refusedNow) return;
    setRefusal(refusedNow.message);
    setView('public');
  }, [refusedNow]);
  // What the switch says already is not said twice.
  const failure = refusedNow || status.failure?.message === refusal ? null : status.failure;
  const plies = timeline.frames.map((frame) => frame.ply);
  const analysis = useAnalysis(snapshot.match_id);
  const found = analysis.work.state === 'done' ? analysis.work.analysis : null;
  const moments = useMemo(() => momentsOf(timeline, found), [timeline, found]);
  const go = (ply: number) => act({ type: 'go', ply });
  const shownPly = () => frameAt(timeline, state.ply).ply;
  const jump = (direction: 1 | -1) => {
    const next = neighbour(moments, shownPly(), direction);
    if (next) go(next.ply);
  };
  const { state, act } = useScrubber(plies, flip, jump);
  const isOver = match.status !== 'active';
  const canAnalyse = review.canAnalyse && isOver;
  const frame = frameAt(timeline, state.ply);
  const newest = timeline.frames.at(-1);
  const following = frame === newest;
  const shown = atRest(frame.view, following && isOver);
  const standing = standingOf(match.game_type, shown);
  const path = `/matches/${match.match_id}`;
  const moment = momentName(timeline.lines, match.players.length, frame.ply);

  return (
    <div className={classes.screen} data-panel={panel}>
      <div className={classes.left}>
        <header className={classes.head}>
          <h1 className={classes.title}>{match.title}</h1>
          <p className={classes.about}>{match.about}</p>
        </header>
        <div className={classes.facts}>
          <Facts match={match} />
          <div className={classes.actions}>
            <ShareButton path={path} ply={state.ply} moment={moment} />
            {review.canContinue && isOver && <ContinueLink matchId={match.match_id} ply={frame.ply} />}
            <EmbedButton matchId={match.match_id} title={match.title} />
            <KeyHelp rows={KEYS} />
          </div>
          {information === 'hidden' && match.status === 'active' && !held && (
            <ViewSwitch view={view} refusal={refusal} onChange={setView} />
          )}
          <Downloads matchId={match.match_id} notation={review.notation} />
          <BoardAsText gameId={match.game_type} view={shown} text={frame.text} />
        </div>
        <div className={classes.fairness}>
          <Fairness
            matchId={match.match_id}
            commitment={match.seed_commitment}
            seed={match.seed}
            shown={() => timeline.frames.map(({ ply, view }) => ({ ply, view }))}
          />
        </div>
      </div>

      <div className={classes.stage}>
        <Stage
          match={match}
          frame={frame}
          following={following}
          flipped={flipped}
          offsetMs={offsetMs}
          ownView={following ? ownViewOf(information, held, frame) : undefined}
          play={following ? held?.play : undefined}
        />
      </div>

      <div className={classes.right}>
        <div className={classes.news}>
          {held && <SeatPanel held={held} match={match} offsetMs={offsetMs} />}
          <News
            match={match}
            status={status}
            frame={frame}
            following={following}
            standing={failure ? failure.message : standing}
          />
        </div>
        <div className={classes.record}>
          <MatchRecord
            lines={timeline.lines}
            players={match.players}
            ply={frame.ply}
            onGo={go}
            judged={found?.plies}
            moments={moments}
          />
        </div>
        {canAnalyse && (
          <div className={classes.analysis}>
            <AnalysisPanel {...analysis} players={match.players} ply={frame.ply} onGo={go} />
          </div>
        )}
        <div className={classes.controls}>
          <MomentBar moments={moments} ply={frame.ply} last={plies.at(-1) ?? 0} onGo={go} />
          <ScrubBar
            plies={plies}
            state={state}
            act={act}
            onFlip={flip}
            running={match.status === 'active'}
            moment={moment}
          />
        </div>
        <PhoneTabs panel={panel} onChange={setPanel} hasAnalysis={canAnalyse} />
      </div>
      <Announcer sentence={following ? frame.sentence : ''} />
    </div>
  );
}
