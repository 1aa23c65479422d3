import type { Outcome, Strength } from '@/lib/core/game';
import type { RatingPool } from '@/lib/domain/ratings';
import { findEncounters } from './encounters.repo';

type Result = Outcome['results'][number]['result'];

/** Matches of an agent that are looked at, in whatever experience. */
const MAX_MATCHES = 100;
const SHOWN_RESULTS = 10;
const SHOWN_OPPONENTS = 3;
/** A house bot is measured by at least this many games. */
const MIN_GAMES = 10;

interface Count {
  wins: number;
  losses: number;
  draws: number;
}

/** What an agent did lately in a built-in game. */
export interface RecentPlay {
  /** Results of its last rated matches, the newest last. */
  results: Result[];
  /** Whom it met most in rated matches. */
  opponents: { agentId: string; name: string; matches: number }[];
  /** Its results against house bots, by strength. */
  againstBots: Partial<Record<Strength, Count>>;
}

/** A house bot as a yardstick: the rating at which it would have its results. */
export interface Yardstick {
  strength: Strength;
  elo: number;
  games: number;
}

/**
 * What agents of a ranking did in their last matches, by agent, and how strong the house bots were against them. House bots
 * are never rated and do not change, so that they are the same measure for all. One query.
 */
export async function readRecentPlay(of: {
  experienceId: string;
  pool: RatingPool;
  agents: readonly { agentId: string; elo: number }[];
}): Promise<{ play: Map<string, RecentPlay>; yardsticks: Yardstick[] }> {
  if (of.agents.length === 0) return { play: new Map(), yardsticks: [] };
  const agentIds = of.agents.map(({ agentId }) => agentId);
  const rows = await findEncounters({ experienceId: of.experienceId, pool: of.pool, agentIds, limit: MAX_MATCHES });
  const play = new Map<string, RecentPlay>();
  for (const agentId of agentIds) {
    const own = rows.filter((row) => row.agentId === agentId);
    const rated = own.filter(({ isRated }) => isRated);
    play.set(agentId, {
      results: rated.slice(-SHOWN_RESULTS).map(({ result }) => result),
      opponents: mostMet(rated.flatMap(({ opponents }) => opponents)),
      againstBots: countAgainstBots(own),
    });
  }
  return { play, yardsticks: measureBots(of.agents, play) };
}

interface Opponent {
  kind: 'agent' | 'bot' | 'human';
  agentId: string | null;
  name: string;
  strength: Strength | null;
}

function mostMet(opponents: readonly Opponent[]): RecentPlay['opponents'] {
  const met = new Map<string, { agentId: string; name: string; matches: number }>();
  for (const { agentId, name } of opponents) {
    if (agentId === null) continue;
    const encounter = met.get(agentId);
    met.set(agentId, { agentId, name, matches: (encounter?.matches ?? 0) + 1 });
  }
  return [...met.values()].sort((a, b) => b.matches - a.matches).slice(0, SHOWN_OPPONENTS);
}

/** Only games of two: in a larger one a bot is not the only opponent. */
function countAgainstBots(encounters: readonly { result: Result; opponents: readonly Opponent[] }[]) {
  const counts: RecentPlay['againstBots'] = {};
  for (const { result, opponents } of encounters) {
    const [only, ...others] = opponents;
    if (only?.kind !== 'bot' || !only.strength || others.length > 0) continue;
    counts[only.strength] = addResult(counts[only.strength], result);
  }
  return counts;
}

const addResult = (count: Count = { wins: 0, losses: 0, draws: 0 }, result: Result): Count => ({
  wins: count.wins + Number(result === 'win'),
  losses: count.losses + Number(result === 'loss'),
  draws: count.draws + Number(result === 'draw'),
});

const STRENGTHS: readonly Strength[] = ['easy', 'medium', 'strong'];

/** The performance of each house bot: the mean rating of its opponents, and its share of points on the scale of Elo. */
function measureBots(
  agents: readonly { agentId: string; elo: number }[],
  play: ReadonlyMap<string, RecentPlay>,
): Yardstick[] {
  return STRENGTHS.flatMap((strength) => {
    let [games, points, ratings] = [0, 0, 0];
    for (const { agentId, elo } of agents) {
      const count = play.get(agentId)?.againstBots[strength];
      if (!count) continue;
      const met = count.wins + count.losses + count.draws;
      games += met;
      ratings += met * elo;
      points += count.losses + count.draws / 2;
    }
    if (games < MIN_GAMES) return [];
    // One more game that is half won keeps the share from 0 and 1, whose ratings have no end.
    const share = (points + 0.5) / (games + 1);
    return [{ strength, games, elo: Math.round(ratings / games + 400 * Math.log10(share / (1 - share))) }];
  });
}
