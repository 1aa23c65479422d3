import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Analysis } from '@/lib/games/review/analysis';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import shared from '../ui/shared.module.css';
import classes from './advantage-graph.module.css';

export interface AdvantageGraphProps {
  analysis: Analysis;
  players: readonly SnapshotPlayer[];
  /** The ply that is shown. */
  ply: number;
  onGo: (ply: number) => void;
}

const HEIGHT = 100;

/** The advantage after each move: up is the first seat. A click or the arrow keys go to a move. */
export function AdvantageGraph({ analysis, players, ply, onGo }: AdvantageGraphProps) {
  const { plies } = analysis;
  const last = Math.max(plies.length - 1, 1);
  const at = plies[Math.min(ply, plies.length - 1)] as PlyAnalysis;
  const across = (value: number) => `${(100 * value) / last}%`;
  return (
    <div className={classes.graph}>
      <span className={classes.up}>{players[0]?.seat_name}</span>
      <span className={classes.down}>{players[1]?.seat_name}</span>
      <div className={classes.plot}>
        <svg
          className={shared.covers}
          viewBox={`0 0 ${last} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden
          focusable="false"
        >
          <path className={classes.first} d={areaOf(plies, 'first')} />
          <path className={classes.second} d={areaOf(plies, 'second')} />
          <path className={classes.line} d={lineOf(plies)} />
          <path className={classes.middle} d={`M0 ${HEIGHT / 2}H${last}`} />
        </svg>
        <span className={classes.current} style={{ left: across(at.ply) }} />
        {plies.map((one) => (
          <Mark key={one.ply} plyAnalysis={one} left={across(one.ply)} />
        ))}
        <input
          className={classes.slider}
          type="range"
          min={0}
          max={last}
          value={at.ply}
          aria-label="Advantage"
          aria-valuetext={spoken(at)}
          onChange={(event) => onGo(Number(event.currentTarget.value))}
        />
      </div>
      <div className={classes.proof}>
        {plies.slice(0, -1).map((one) => (
          <span key={one.ply} className={classes.piece} data-exact={one.exact} />
        ))}
      </div>
    </div>
  );
}

function Mark({ plyAnalysis: { advantage, move }, left }: { plyAnalysis: PlyAnalysis; left: string }) {
  if (move?.grade !== 'blunder' && move?.grade !== 'mistake') return null;
  return <span className={classes.mark} data-grade={move.grade} style={{ left, top: `${heightOf(advantage)}%` }} />;
}

const heightOf = (advantage: number) => (HEIGHT * (1 - advantage)) / 2;

function lineOf(plies: readonly PlyAnalysis[]): string {
  return plies.map(({ ply, advantage }) => `${ply === 0 ? 'M' : 'L'}${ply} ${heightOf(advantage)}`).join('');
}

/** The area between the middle and the line, on one side. */
function areaOf(plies: readonly PlyAnalysis[], side: 'first' | 'second'): string {
  const kept = (advantage: number) => (side === 'first' ? Math.max(0, advantage) : Math.min(0, advantage));
  const along = plies.map(({ ply, advantage }) => `L${ply} ${heightOf(kept(advantage))}`).join('');
  return `M0 ${HEIGHT / 2}${along}L${plies.length - 1} ${HEIGHT / 2}Z`;
}

/** `Move 12, Nf3: +1.3, blunder.` */
function spoken({ ply, words, exact, move }: PlyAnalysis): string {
  const name = move ? `Move ${ply}, ${move.notation}` : 'The beginning';
  return `${name}: ${words}${exact ? ', proved' : ''}${move?.grade ? `, ${move.grade}` : ''}`;
}
