'use client';
import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Analysis, PlayerSummary } from '@/lib/games/review/analysis';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import shared from '../ui/shared.module.css';
import { AdvantageGraph } from './advantage-graph';
import classes from './analysis-panel.module.css';
import { verdictText } from './evaluation';
import { GRADES } from './grades';
import { momentName } from './record-rows';
import type { Line } from './timeline';

import type { AnalysisWork } from './use-analysis';

export interface AnalysisPanelProps extends AnalysisWork {
  players: readonly SnapshotPlayer[];
  /** The record, for the names of moves. */
  lines: readonly Line[];
  /** The ply that is shown. */
  ply: number;
  onGo: (ply: number) => void;
}

/** The engine's analysis of a finished match. A running match has none, because it would help the players. */
export function AnalysisPanel({ work, start, cancel, players, lines, ply, onGo }: AnalysisPanelProps) {
  return (
    <section className={classes.panel} aria-labelledby="analysis">
      <h2 id="analysis" className={clsx(shared.textMd, shared.semibold, shared.noMargin)}>
        Analysis
      </h2>
      {work.state === 'idle' && (
        <div className={classes.offer}>
          <p className={classes.note}>An engine in this browser judges every position.</p>
          <Button size="compact-sm" variant="default" onClick={start}>
            Analyse
          </Button>
        </div>
      )}
      {work.state === 'working' && <Working progress={work.progress} onCancel={cancel} />}
      {work.state === 'failed' && (
        <div className={classes.offer}>
          <p className={classes.note} role="alert">
            The match could not be analysed: {work.message}
          </p>
          <Button size="compact-sm" variant="default" onClick={start}>
            Try again
          </Button>
        </div>
      )}
      {work.state === 'done' && (
        <Findings analysis={work.analysis} players={players} lines={lines} ply={ply} onGo={onGo} />
      )}
    </section>
  );
}

function Working({ progress, onCancel }: { progress: { done: number; of: number } | null; onCancel: () => void }) {
  const words = progress ? `Position ${progress.done} of ${progress.of}` : 'Reading the record';
  return (
    <div className={classes.offer}>
      <div className={shared.grid4}>
        <progress className={classes.meter} value={progress?.done ?? 0} max={progress?.of ?? 1} aria-label={words} />
        <p className={classes.note}>{words}</p>
      </div>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface FindingsProps extends Pick<AnalysisPanelProps, 'players' | 'lines' | 'ply' | 'onGo'> {
  analysis: Analysis;
}

function Findings({ analysis, players, lines, ply, onGo }: FindingsProps) {
  return (
    <>
      <AdvantageGraph analysis={analysis} players={players} ply={ply} onGo={onGo} />
      <Remark players={players} plyAnalysis={analysis.plies[Math.min(ply, analysis.plies.length - 1)] as PlyAnalysis} />
      <Summaries analysis={analysis} players={players} />
      <details className={classes.details}>
        <summary>Every move as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className={classes.scroll} tabIndex={0}>
          <DataTable
            caption="Moves"
            className={classes.table}
            columns={moveColumns((ply) => momentName(lines, players.length, ply), onGo)}
            rows={analysis.plies.slice(1)}
            keyOf={({ ply }) => ply}
          />
        </div>
      </details>
    </>
  );
}

/** The analysis of the shown position, in constant height. */
function Remark({ players, plyAnalysis }: { players: readonly SnapshotPlayer[]; plyAnalysis: PlyAnalysis }) {
  const { words, exact, move } = plyAnalysis;
  const verdict = verdictText({ players }, plyAnalysis);
  const grade = move?.grade ? GRADES[move.grade] : null;
  return (
    <p className={classes.remark} data-testid="remark">
      {move && grade && (
        <strong className={shared.red}>
          {move.notation}
          {grade.symbol} {grade.word}.{' '}
        </strong>
      )}
      {move?.better && (
        <>
          Better was <span className={classes.figures}>{move.better.notation}</span> ({move.better.words}).{' '}
        </>
      )}
      {verdict}
      {exact
        ? ', proved to the end.'
        : verdict.toLowerCase() === words.toLowerCase()
          ? ', by estimate.'
          : ` (${words} by estimate).`}
    </p>
  );
}

const moveColumns = (
  /** As in the record: `12. Nf3`. */
  nameOf: (ply: number) => string | null,
  onGo: (ply: number) => void,
): readonly Column<PlyAnalysis>[] => [
  {
    head: 'Move',
    cell: ({ ply, move }) => (
      <button type="button" className={classes.moveButton} onClick={() => onGo(ply)}>
        {nameOf(ply) ?? move?.notation}
      </button>
    ),
  },
  { head: 'Then', cell: ({ words, exact }) => `${words}${exact ? ' (proved)' : ''}` },
  {
    head: 'Mark',
    cell: ({ move }) => (
      <>
        {move?.grade && GRADES[move.grade].word}
        {move?.better && `, better ${move.better.notation}`}
      </>
    ),
  },
];

const summaryColumns = (players: readonly SnapshotPlayer[]): readonly Column<PlayerSummary>[] => [
  {
    head: 'Player',
    isRowHead: true,
    className: classes.player,
    cell: ({ seat }) => (
      <bdi className={clsx(shared.oneLine, shared.block)} title={players[seat]?.display_name}>
        {players[seat]?.display_name}
      </bdi>
    ),
  },
  {
    head: 'Accuracy',
    kind: 'number',
    cell: ({ accuracy }) => (accuracy === null ? 'no choice' : `${accuracy} %`),
  },
  { head: 'Slips', kind: 'number', cell: ({ slips }) => slips },
  { head: 'Mistakes', kind: 'number', cell: ({ mistakes }) => mistakes },
  { head: 'Blunders', kind: 'number', cell: ({ blunders }) => blunders },
];

function Summaries({ analysis, players }: { analysis: Analysis; players: readonly SnapshotPlayer[] }) {
  return (
    <>
      <DataTable
        caption="Players"
        className={classes.table}
        columns={summaryColumns(players)}
        rows={analysis.players}
        keyOf={({ seat }) => seat}
      />
      <p className={classes.note}>{analysis.disclaimer}</p>
      <details className={classes.details}>
        <summary>How to read it</summary>
        <p className={classes.note}>
          Accuracy is the share of its chances that a player kept, over the moves with a choice (
          {analysedCounts(analysis.players)}). A move is marked only after the better one was searched to the same
          depth. The graph shows who was ahead; <span className={classes.green}>the line below it</span> marks what is
          proved to the end.
        </p>
      </details>
    </>
  );
}

const analysedCounts = (players: readonly PlayerSummary[]) =>
  players.map(({ analysedMoves }) => analysedMoves).join(' and ');
