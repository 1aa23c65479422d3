import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { orNotLoaded } from '@/components/ui/not-loaded';
import type { LiveMatch } from '@/lib/domain/matches';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import { TURNED_GAME } from './evaluation';
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
import { NextLiveMatch } from './what-next';

/** Loaded for finished matches. Without `loading` the whole page would wait for it. */
const AnalysisPanel = dynamic(() => orNotLoaded(import('./analysis-panel').then((module) => module.AnalysisPanel)), {
  loading: () => null,
});

export interface MatchPanelsProps {
  watched: SwitchableMatch;
  replay: Replay;
  /** The controls of a player; null for a spectator. */
  seatPanel: ReactNode;
  /** Null while the match runs, and for games that no engine can judge. */
  analysis: AnalysisWork | null;
  /** The judgement of an engine by ply. */
  analysisAt: (ply: number) => PlyAnalysis | undefined;
  /** The opening of the game; null before it has a name, undefined for games without openings. */
  opening: string | null | undefined;
  /** Who is ahead by the judgement of an engine. */
  verdict: string | null;
  /** The platform's line about the position; null for none. */
  commentary: string | null;
  /** Who is ahead on the board. */
  standing: string | null;
  /** The live matches, to one of which a spectator of a finished match can go; null while the match runs, and for players. */
  whatNext: readonly LiveMatch[] | null;
  /** What the newest position says appears after this time, in ms: the board takes it to show the position. */
  lateMs: number;
  onFlip: () => void;
  /** The viewer watched the end of the match. */
  sawEnd: boolean;
  /** The panel that a phone shows. */
  panel: PanelName;
  onPanelChange: (panel: PanelName) => void;
}

/** What happened in the match, the way through it, and the controls of a player. */
export function MatchPanels(props: MatchPanelsProps) {
  const { watched, replay, seatPanel, analysis, analysisAt, opening, verdict, commentary, standing } = props;
  const { whatNext, lateMs, onFlip, sawEnd, panel, onPanelChange } = props;
  const { timeline, status, failure } = watched;
  const { plies, state, act, goTo, frame, isNewest, name, moments } = replay;
  const { match, lines } = timeline;
  const isTurn = analysisAt(frame.ply)?.move?.turnedGame ?? false;
  const happened = isNewest ? latestSentence(timeline) : frame.sentence;
  return (
    <div className={classes.right}>
      <div className={classes.news}>
        {seatPanel}
        <News
          match={match}
          lateMs={lateMs}
          status={status}
          sentence={isTurn ? `${happened} ${TURNED_GAME}` : happened}
          isNewest={isNewest}
          verdict={verdict}
          commentary={failure ? null : commentary}
          standing={failure ? failure.message : standing}
        />
        {whatNext && <NextLiveMatch match={match} live={whatNext} sawEnd={sawEnd} />}
        <Thoughts notes={timeline.notes} players={match.players} ply={frame.ply} />
      </div>
      <div className={classes.record}>
        {opening !== undefined && <p className={classes.opening}>{opening}</p>}
        <MatchRecord
          lines={lines}
          players={match.players}
          ply={frame.ply}
          onGo={goTo}
          analysisAt={analysisAt}
          moments={moments}
          lateMs={lateMs}
        />
      </div>
      {analysis && (
        <div className={classes.analysis}>
          <AnalysisPanel {...analysis} players={match.players} lines={lines} ply={frame.ply} onGo={goTo} />
        </div>
      )}
      <div className={classes.controls}>
        <MomentBar moments={moments} ply={frame.ply} last={plies.at(-1) ?? 0} onGo={goTo} />
        <ScrubBar
          plies={plies}
          state={state}
          act={act}
          onFlip={match.players.length > 1 ? onFlip : undefined}
          running={match.status === 'active'}
          moment={name}
        />
      </div>
      <PhoneTabs panel={panel} onChange={onPanelChange} hasAnalysis={analysis !== null} />
    </div>
  );
}
