import { SeatPanel } from '@/components/play/seat-panel';
import type { OwnSeatState } from '@/components/play/use-own-seat';
import { AnalysisPanel } from './analysis-panel';
import classes from './match-screen.module.css';
import { MomentBar } from './moment-bar';
import { News } from './news';
import { type PanelName, PhoneTabs } from './phone-tabs';
import { MatchRecord } from './record';
import { ScrubBar } from './scrub-bar';
import { Thoughts } from './thoughts';
import { latestSentence } from './timeline';
import type { AnalysisWork } from './use-analysis';
import type { Replay } from './use-replay';
import type { SwitchableMatch } from './use-view-switch';
import { WhatNext } from './what-next';

export interface MatchPanelsProps {
  watched: SwitchableMatch;
  replay: Replay;
  seat: OwnSeatState | null;
  /** Null while the match runs, and for games that no engine can judge. */
  analysis: AnalysisWork | null;
  /** Who is ahead on the board. */
  standing: string | null;
  onFlip: () => void;
  /** The viewer watched the end of the match. */
  sawEnd: boolean;
  /** The panel that a phone shows. */
  panel: PanelName;
  onPanelChange: (panel: PanelName) => void;
}

/** What happened in the match, the way through it, and the controls of a player. */
export function MatchPanels(props: MatchPanelsProps) {
  const { watched, replay, seat, analysis, standing, onFlip, sawEnd, panel, onPanelChange } = props;
  const { timeline, status, offsetMs, failure } = watched;
  const { plies, state, act, goTo, frame, isNewest, name, moments } = replay;
  const { match, lines } = timeline;
  const isOver = match.status !== 'active';
  const plyAnalyses = analysis?.work.state === 'done' ? analysis.work.analysis.plies : undefined;
  return (
    <div className={classes.right}>
      <div className={classes.news}>
        {seat && <SeatPanel own={seat} match={match} offsetMs={offsetMs} />}
        <News
          match={match}
          status={status}
          sentence={isNewest ? latestSentence(timeline) : frame.sentence}
          isNewest={isNewest}
          standing={failure ? failure.message : standing}
        />
        {isOver && !seat && <WhatNext match={match} sawEnd={sawEnd} />}
        <Thoughts notes={timeline.notes} players={match.players} ply={frame.ply} />
      </div>
      <div className={classes.record}>
        <MatchRecord
          lines={lines}
          players={match.players}
          ply={frame.ply}
          onGo={goTo}
          plyAnalyses={plyAnalyses}
          moments={moments}
        />
      </div>
      {analysis && (
        <div className={classes.analysis}>
          <AnalysisPanel {...analysis} players={match.players} ply={frame.ply} onGo={goTo} />
        </div>
      )}
      <div className={classes.controls}>
        <MomentBar moments={moments} ply={frame.ply} last={plies.at(-1) ?? 0} onGo={goTo} />
        <ScrubBar
          plies={plies}
          state={state}
          act={act}
          onFlip={onFlip}
          running={match.status === 'active'}
          moment={name}
        />
      </div>
      <PhoneTabs panel={panel} onChange={onPanelChange} hasAnalysis={analysis !== null} />
    </div>
  );
}
