'use client';
import { Button } from '@/components/ui/button';
import type { Analysis, PlayerSummary } from '@/lib/games/review/analysis';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import { AdvantageGraph } from './advantage-graph';
import classes from './analysis-panel.module.css';
import { GRADES } from './grades';
import { momentName } from './record-rows';
import type { Line } from './timeline';
import type { Player } from './types';
import type { AnalysisWork } from './use-analysis';

export interface AnalysisPanelProps extends AnalysisWork {
  players: readonly Player[];
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
      <h2 id="analysis" className={classes.title}>
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
      <div className={classes.progress}>
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
      <Remark plyAnalysis={analysis.plies[Math.min(ply, analysis.plies.length - 1)] as PlyAnalysis} />
      <Summaries analysis={analysis} players={players} />
      <details className={classes.details}>
        <summary>Every move as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div className={classes.scroll} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Move</th>
                <th scope="col">Then</th>
                <th scope="col">Mark</th>
              </tr>
            </thead>
            <tbody>
              {analysis.plies.slice(1).map((one) => (
                <Row key={one.ply} name={momentName(lines, players.length, one.ply)} plyAnalysis={one} onGo={onGo} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

/** The analysis of the shown position, in constant height. */
function Remark({ plyAnalysis: { words, exact, move } }: { plyAnalysis: PlyAnalysis }) {
  const grade = move?.grade ? GRADES[move.grade] : null;
  return (
    <p className={classes.remark} data-testid="remark">
      {move && grade && (
        <strong className={classes.fault}>
          {move.notation}
          {grade.symbol} {grade.word}.{' '}
        </strong>
      )}
      {move?.better && (
        <>
          Better was <span className={classes.figures}>{move.better.notation}</span> ({move.better.words}).{' '}
        </>
      )}
      Now <span className={/^[+-]/.test(words) ? classes.figures : undefined}>{words}</span>
      {exact ? ', proved to the end.' : ', by estimate.'}
    </p>
  );
}

function Row({
  name,
  plyAnalysis: { ply, words, exact, move },
  onGo,
}: {
  /** As in the record: `12. Nf3`. */
  name: string | null;
  plyAnalysis: PlyAnalysis;
  onGo: (ply: number) => void;
}) {
  return (
    <tr>
      <td>
        <button type="button" className={classes.moveButton} onClick={() => onGo(ply)}>
          {name ?? move?.notation}
        </button>
      </td>
      <td>
        {words}
        {exact && ' (proved)'}
      </td>
      <td>
        {move?.grade && GRADES[move.grade].word}
        {move?.better && `, better ${move.better.notation}`}
      </td>
    </tr>
  );
}

function Summaries({ analysis, players }: { analysis: Analysis; players: readonly Player[] }) {
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Player</th>
            <th scope="col" className={classes.number}>
              Accuracy
            </th>
            <th scope="col" className={classes.number}>
              Slips
            </th>
            <th scope="col" className={classes.number}>
              Mistakes
            </th>
            <th scope="col" className={classes.number}>
              Blunders
            </th>
          </tr>
        </thead>
        <tbody>
          {analysis.players.map((summary) => (
            <Summary key={summary.seat} summary={summary} player={players[summary.seat]} />
          ))}
        </tbody>
      </table>
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

function Summary({ summary, player }: { summary: PlayerSummary; player: Player | undefined }) {
  return (
    <tr>
      <th scope="row" className={classes.player}>
        <bdi className={classes.name} title={player?.display_name}>
          {player?.display_name}
        </bdi>
      </th>
      <td className={classes.number}>{summary.accuracy === null ? 'no choice' : `${summary.accuracy} %`}</td>
      <td className={classes.number}>{summary.slips}</td>
      <td className={classes.number}>{summary.mistakes}</td>
      <td className={classes.number}>{summary.blunders}</td>
    </tr>
  );
}
