import { describeKeyMoment } from '@/components/boards/describe';
import type { Analysis } from '@/lib/games/review/analysis';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import type { Timeline } from './timeline';

/** A key moment: a position worth going to, and why. */
export interface Moment {
  ply: number;
  /** One or more sentences without a full stop at the end. */
  description: string;
  /** The analysis found a fault here. */
  isFault: boolean;
}

/** The key moments of a match by rising ply: those of the game, and those that an analysis found. */
export function findMoments({ match, frames }: Timeline, analysis: Analysis | null): Moment[] {
  return frames.flatMap((frame, index) => {
    const before = frames[index - 1];
    const ofGame = before ? describeKeyMoment(match.game_type, before.view, frame.view) : null;
    const ofAnalysis = analysis ? findAnalysisMoments(analysis, frame.ply) : [];
    const descriptions = [...ofAnalysis.map((one) => one.description), ...(ofGame ? [ofGame] : [])];
    if (descriptions.length === 0) return [];
    return [{ ply: frame.ply, description: descriptions.join('. '), isFault: ofAnalysis.some((one) => one.isFault) }];
  });
}

const FAULTS: Record<string, string> = { blunder: 'Blunder', mistake: 'Mistake' };
/** A smaller swing of the advantage is not mentioned. */
const MIN_SWING = 0.2;

function findAnalysisMoments(analysis: Analysis, ply: number): Omit<Moment, 'ply'>[] {
  const analysed = analysis.plies[ply];
  if (!analysed || ply === 0) return [];
  const found: Omit<Moment, 'ply'>[] = [];
  const fault = analysed.move?.grade ? FAULTS[analysed.move.grade] : undefined;
  if (fault && analysed.move) {
    const better = analysed.move.better ? `, better ${analysed.move.better.notation}` : '';
    found.push({ description: `${fault}: ${analysed.move.notation}${better}`, isFault: true });
  }
  if (analysis.decisivePly === ply) found.push({ description: 'The decisive moment', isFault: false });
  else if (findBiggestSwing(analysis.plies) === ply) found.push({ description: 'The biggest swing', isFault: false });
  return found;
}

/** The ply at which the advantage changed most; null when no change is large enough. */
function findBiggestSwing(plies: readonly PlyAnalysis[]): number | null {
  let biggest = MIN_SWING;
  let found: number | null = null;
  for (let ply = 1; ply < plies.length; ply++) {
    const swing = Math.abs((plies[ply] as PlyAnalysis).advantage - (plies[ply - 1] as PlyAnalysis).advantage);
    if (swing <= biggest) continue;
    biggest = swing;
    found = ply;
  }
  return found;
}

/** The next key moment after a ply, or the previous one; null at the end. */
export function findNextMoment(moments: readonly Moment[], ply: number, direction: 1 | -1): Moment | null {
  const found =
    direction === 1 ? moments.find((moment) => moment.ply > ply) : moments.findLast((moment) => moment.ply < ply);
  return found ?? null;
}
