/**
 * Does the manner of a house bot show, and what does it cost? For each game, strength and manner: what one can count in its
 * moves with and without the manner in the same positions, and its share of points against the same strength without one.
 * `npx tsx bench/manners.ts checkers` measures one game; `GAMES=40` plays fewer.
 */
import { type AnyGame, STRENGTHS, type Strength } from '@/lib/core/game';
import { ALL_GAMES } from '@/lib/games';
import { compareManners, STATISTICS, shareOfManner } from '@/lib/games/testing/manner-games';
import { figure, report } from './harness/report';
import { sized } from './harness/size';

const GAMES = Number(process.env.GAMES ?? sized(200, 2));
/** The stronger bots think for minutes. */
const MEASURED: readonly Strength[] = sized(STRENGTHS, ['easy']);
/** With a manner a bot keeps at least this share of the points against its own strength without one. */
const MIN_SHARE = 0.35;

const requested = process.argv.slice(2);
const games: AnyGame[] = ALL_GAMES.filter(({ id }) => requested.length === 0 || requested.includes(id));
for (const game of games.filter(({ id }) => STATISTICS.some((one) => one.game === id))) {
  for (const strength of MEASURED) {
    const played = { game, strength, games: GAMES };
    for (const { statistic, plain, own, difference, halfWidth } of compareManners(played)) {
      report({
        benchmark: `${game.id}, ${strength}, ${statistic.manner}: points against the same strength`,
        ratio: shareOfManner(played, statistic.manner),
        budget: { atLeast: MIN_SHARE },
        ours: `${statistic.what}: ${figure(own)}, ${figure(difference)} ± ${figure(halfWidth)} more`,
        reference: `${figure(plain)} without the manner, ${GAMES} games`,
      });
    }
  }
}
