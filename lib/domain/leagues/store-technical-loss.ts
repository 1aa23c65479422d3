import { type MatchRow, readMatchHistories } from '@/lib/domain/matches';
import { findExchanges } from './exchanges.repo';
import { saveTechnicalLoss } from './fixtures.repo';
import type { RefereeContext } from './referee-context';
import { readResult } from './store-result';
import { findTechnicalLoss, isTechnical } from './technical-loss';

/**
 * Stores what the loser of an ended match did wrong, when it lost by not playing, so that readers of the league see it at
 * once; its transcript follows when the players have their last messages. Nothing for every other end.
 */
export async function storeTechnicalLoss(context: RefereeContext, match: MatchRow | null): Promise<void> {
  const { fixture } = context;
  const result = readResult(context, match);
  if (fixture.technicalLoss !== null || !match || !isTechnical(result)) return;
  const [exchanges, histories] = await Promise.all([findExchanges([fixture.id]), readMatchHistories([match.id])]);
  const history = histories.get(match.id) ?? [];
  const loss = findTechnicalLoss(context, result, { exchanges, history });
  if (loss) await saveTechnicalLoss(fixture.id, loss);
}
