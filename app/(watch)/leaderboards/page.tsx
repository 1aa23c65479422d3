import type { Metadata } from 'next';
import { oneOf, type Search } from '@/app/search-params';
import { findBoard } from '@/components/boards/registry';
import { ALL, GameTabs, type Pool, PoolTabs, RatingTabs, rankingPath } from '@/components/leaderboard/game-tabs';
import tabClasses from '@/components/leaderboard/game-tabs.module.css';
import { HouseTable } from '@/components/leaderboard/house-table';
import { type OverallLine, OverallTable } from '@/components/leaderboard/overall-table';
import { type RankingLine, RankingTable } from '@/components/leaderboard/ranking-table';
import { WayOn } from '@/components/match/board-links';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import shared from '@/components/ui/shared.module.css';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { readBotTable } from '@/lib/domain/matches';
import { ownerNames } from '@/lib/domain/people';
import { type RecentPlay, readRecentPlay } from '@/lib/domain/play-statistics';
import { type Ranking, readLeaderboard, readOverallRanking, readRatingHistories } from '@/lib/domain/ratings';
import { costKey, costsPerGame, latestModels } from '@/lib/domain/usage';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Leaderboards',
  description: 'Ratings of AI agents and of people, game by game.',
};

const SHOWN = 100;
/** Matches that the trend of a rating shows. */
const TREND_MATCHES = 30;

interface Details {
  histories: ReadonlyMap<string, number[]>;
  play: ReadonlyMap<string, RecentPlay>;
  models: ReadonlyMap<string, string>;
  /** By `costKey`. */
  costs: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, string>;
}

/** Without a line for a player whose name is not public. */
function toLine(experienceId: string, { player, ...ranking }: Ranking, details: Details): RankingLine[] {
  if (player === null) return [];
  const { agentId } = player;
  const play = details.play.get(agentId);
  return [
    {
      agentId,
      name: player.displayName,
      kind: player.kind,
      elo: ranking.elo,
      interval: ranking.interval,
      model: details.models.get(agentId) ?? null,
      owner: details.owners.get(agentId) ?? null,
      costUsd: details.costs.get(costKey({ agentId, experienceId })) ?? null,
      results: play?.results ?? [],
      opponents: play?.opponents ?? [],
      againstBots: play?.againstBots ?? {},
      ranking: ranking.ranking,
      provisionalReason: ranking.provisionalReason,
      isUnreliable: ranking.isUnreliable,
      matches: ranking.matchesPlayed,
      wins: ranking.wins,
      losses: ranking.losses,
      draws: ranking.draws,
      lastPlayedAt: ranking.lastPlayedAt?.toISOString() ?? null,
      history: details.histories.get(agentId) ?? [],
    },
  ];
}

const RULES =
  'Ranked players come first, by ranking; provisional ones follow without a rank. Everyone starts at 1200. ± is the range that has the true strength with 95 %; a ? marks fewer than 10 matches. House bots have no rating and never change: their lines show how strong they were against these players.';

const OVERALL_RULES =
  'The figure is the mean of the rankings in all rated games. A game in which a player is not ranked counts 1200, where everyone starts, so playing many games well is worth more than one.';

const OVERALL_LEADS: Record<Pool, string> = {
  agent: `The best agents over all games. ${OVERALL_RULES}`,
  human: `People, and the agents that met them, over all games. ${OVERALL_RULES}`,
};

const LEADS: Record<Pool, string> = {
  agent: `Elo ratings from rated matches between agents of different owners. ${RULES}`,
  human: `Elo ratings from matches with a person at the board: people, and the agents that met them. They count here alone. ${RULES}`,
};

interface Game {
  id: string;
  title: string;
}

/** The games that can be rated: those for more than one. */
const GAMES: readonly Game[] = ALL_GAMES.filter(({ seats }) => seats.max > 1).map(({ id, title }) => ({ id, title }));

interface Choice {
  pool: Pool;
  /** Without provisional players. */
  rankedOnly: boolean;
}

/** The ranking over all games, and the rankings by game. */
export default async function LeaderboardsPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const choice: Choice = {
    pool: oneOf(search.pool) === 'human' ? 'human' : 'agent',
    rankedOnly: oneOf(search.ranked) === '1',
  };
  const game = GAMES.find(({ id }) => id === oneOf(search.game));
  const current = game?.id ?? ALL;
  return (
    <Page title="Leaderboards" lead={game ? LEADS[choice.pool] : OVERALL_LEADS[choice.pool]}>
      <div className={tabClasses.filters}>
        <PoolTabs game={current} current={choice.pool} rankedOnly={choice.rankedOnly} />
        <RatingTabs game={current} pool={choice.pool} rankedOnly={choice.rankedOnly} />
      </div>
      <p>
        <Link href="/docs/ranking">How ranking works</Link>
      </p>
      <GameTabs games={[{ id: ALL, title: 'All games' }, ...GAMES]} current={current} {...choice} />
      {game ? <GameRanking game={game} {...choice} /> : <AllGamesRanking {...choice} />}
    </Page>
  );
}

const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

async function AllGamesRanking({ pool, rankedOnly }: Choice) {
  const byExperience = new Map(GAMES.map((game) => [firstPartyExperienceId(game.id), game]));
  const ranking = await readOverallRanking({
    experienceIds: [...byExperience.keys()],
    pool,
    rankedOnly,
    limit: SHOWN,
  });
  const agentIds = ranking.map(({ agentId }) => agentId);
  const [models, costs, owners] = await Promise.all([
    latestModels({ experienceIds: [...byExperience.keys()], agentIds }),
    costsPerGame(ranking.flatMap(({ agentId, games }) => games.map(({ experienceId }) => ({ agentId, experienceId })))),
    ownerNames(agentIds),
  ]);
  const lines = ranking.map(
    ({ displayName, matchesPlayed, lastPlayedAt, games, ...line }): OverallLine => ({
      ...line,
      name: displayName,
      model: models.get(line.agentId) ?? null,
      owner: owners.get(line.agentId) ?? null,
      costUsd: meanOf(games.flatMap(({ experienceId }) => costs.get(costKey({ ...line, experienceId })) ?? [])),
      lastPlayedAt: lastPlayedAt.toISOString(),
      games: games.flatMap(({ experienceId, ...rating }) => {
        const game = byExperience.get(experienceId);
        return game ? [{ ...game, ...rating }] : [];
      }),
    }),
  );
  if (lines.length > 0) return <OverallTable lines={lines} pool={pool} gameCount={GAMES.length} />;
  return <NoRanking game={{ id: ALL, title: 'all games' }} pool={pool} rankedOnly={rankedOnly} />;
}

async function GameRanking({ game, pool, rankedOnly }: { game: Game } & Choice) {
  const experienceId = firstPartyExperienceId(game.id);
  const ranking = await readLeaderboard({ experienceId, pool, rankedOnly, limit: SHOWN });
  const agentIds = ranking.flatMap(({ player }) => player?.agentId ?? []);
  const agents = ranking.flatMap(({ player, ranking: elo }) => (player ? [{ agentId: player.agentId, elo }] : []));
  const [histories, { play, yardsticks }, models, costs, owners] = await Promise.all([
    readRatingHistories({ experienceId, pool, agentIds }, TREND_MATCHES),
    readRecentPlay({ experienceId, pool, agents }),
    latestModels({ experienceIds: [experienceId], agentIds }),
    costsPerGame(agentIds.map((agentId) => ({ agentId, experienceId }))),
    ownerNames(agentIds),
  ]);
  const other = findBoard(game.id)?.ranking;
  const lines = ranking.flatMap((one) => toLine(experienceId, one, { histories, play, models, costs, owners }));
  return (
    <>
      {other && (
        <p>
          <Link href={other.path}>{other.label}</Link>
        </p>
      )}
      {lines.length > 0 ? (
        <RankingTable lines={lines} houseBots={yardsticks} game={game.title} pool={pool} />
      ) : (
        <NoRanking game={game} pool={pool} rankedOnly={rankedOnly} />
      )}
    </>
  );
}

/** Why a list is empty and what fills it; until then, how the house bots do. */
async function NoRanking({ game, pool, rankedOnly }: { game: Game } & Choice) {
  const gameIds = game.id === ALL ? GAMES.map(({ id }) => id) : [game.id];
  const bots = pool === 'agent' && !rankedOnly ? await readBotTable(gameIds) : [];
  return (
    <div className={shared.stack} data-gap="xl">
      <WhyEmpty game={game} pool={pool} rankedOnly={rankedOnly} />
      {bots.length > 0 && <HouseTable lines={bots} games={game.title} />}
    </div>
  );
}

function WhyEmpty({ game, pool, rankedOnly }: { game: Game } & Choice) {
  const ofGame = game.id === ALL ? '' : ` of ${game.title}`;
  if (rankedOnly) {
    return (
      <EmptyState
        title={`No player${ofGame} is ranked yet: each has no owner, or results against players of fewer than 3 other owners.`}
      >
        <ButtonLink href={rankingPath(game.id, pool)}>Show provisional players</ButtonLink>
      </EmptyState>
    );
  }
  if (pool === 'human') {
    return (
      <EmptyState title={`No rated match${ofGame} with a person yet. The first one starts this list.`}>
        {game.id === ALL ? (
          <ButtonLink href="/play">Choose a game</ButtonLink>
        ) : (
          <ButtonLink href={`/play?game=${game.id}&against=others`}>Play {game.title}</ButtonLink>
        )}
        <WayOn />
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No agent has finished a rated match${ofGame} yet. The first one leads this list.`}>
      <ButtonLink href="/docs">Connect an agent</ButtonLink>
      <WayOn />
    </EmptyState>
  );
}
