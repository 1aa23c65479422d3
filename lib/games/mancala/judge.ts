import type { Judgement } from '@/lib/core/game';
import type { MancalaMove } from './rules';
import { isOver, type MancalaState, PITS, ringOf, SEEDS, SIDES, STORE } from './rules';
import { analyse, SEED } from './search';

/** A lead of this many seeds gives an advantage of about 0.75. */
const CLEAR_LEAD = 10;
/** Estimates stay below the advantage of a proved win. */
const MAX_ESTIMATE = 0.98;

type Verdict = Omit<Judgement, 'best'>;

/** Judges by the final lead of south in seeds: proved, or estimatedVerdict by the search. */
export function judge(state: MancalaState, nodes: number): Judgement<MancalaMove> {
  const lead = state.stores[0] - state.stores[1];
  if (isOver(state)) return { ...provedVerdict(lead, 'has won by'), best: [] };
  const ring = ringOf(state, state.turn);
  const { lines, isExact } = analyse([...ring.slice(0, PITS), ...ring.slice(STORE + 1)], { nodes });
  const marginOf = (value: number) => lead + ((state.turn === 0 ? 1 : -1) * value) / SEED;
  const best = marginOf(lines[0]?.value ?? 0);
  const keeps = (margin: number) => (isExact ? Math.sign(margin) === Math.sign(best) : margin === best);
  const verdict = isExact ? provedVerdict(best, 'wins by') : (majorityVerdict(state) ?? estimatedVerdict(best));
  return {
    ...verdict,
    best: lines.filter(({ value }) => keeps(marginOf(value))).map(({ pit }) => ({ pit })),
  };
}

/** The final difference is known. */
function provedVerdict(margin: number, verb: 'wins by' | 'has won by'): Verdict {
  if (margin === 0) return { advantage: 0, exact: true, words: verb === 'wins by' ? 'drawn with best play' : 'drawn' };
  return {
    advantage: Math.sign(margin),
    exact: true,
    words: `${SIDES[margin > 0 ? 0 : 1]} ${verb} ${Math.abs(margin)}`,
  };
}

/** A side with more than half of all seeds in its store has won. */
function majorityVerdict({ stores }: MancalaState): Verdict | null {
  const winner = stores[0] > SEEDS / 2 ? 0 : stores[1] > SEEDS / 2 ? 1 : null;
  if (winner === null) return null;
  const margin = 2 * stores[winner] - SEEDS;
  return { advantage: winner === 0 ? 1 : -1, exact: true, words: `${SIDES[winner]} wins by ${margin} or more` };
}

function estimatedVerdict(margin: number): Verdict {
  const advantage = MAX_ESTIMATE * Math.tanh(margin / CLEAR_LEAD);
  const seeds = Math.round(margin);
  if (seeds === 0) return { advantage, exact: false, words: 'level' };
  const count = Math.abs(seeds) === 1 ? 'seed' : 'seeds';
  return { advantage, exact: false, words: `${seeds > 0 ? '+' : '-'}${Math.abs(seeds)} ${count}` };
}
