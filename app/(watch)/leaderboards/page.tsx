import type { Metadata } from 'next';
import Link from 'next/link';
import { oneOf, type Search } from '@/app/search-params';
import { findBoard } from '@/components/boards/registry';
import { GameTabs, type Pool, PoolTabs, RatingTabs, rankingPath } from '@/components/leaderboard/game-tabs';
import tabClasses from '@/components/leaderboard/game-tabs.module.css';
import { type RankingLine, RankingTable } from '@/components/leaderboard/ranking-table';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import {
  type Ranking,
  type RecentPlay,
  readLeaderboard,
  readRatingHistories,
  readRecentPlay,
} from '@/lib/domain/ratings';
import { latestModels } from '@/lib/domain/usage';
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
}

/** Without a line for a player whose name is not public. */
const toLine = ({ player, ...ranking }: Ranking, { histories, play, models }: Details): RankingLine[] =>
  player === null
    ? []
    : [
        {
          agentId: player.agentId,
          name: player.displayName,
          kind: player.kind,
          elo: ranking.elo,
          interval: ranking.interval,
          model: models.get(player.agentId) ?? null,
          results: play.get(player.agentId)?.results ?? [],
          opponents: play.get(player.agentId)?.opponents ?? [],
          againstBots: play.get(player.agentId)?.againstBots ?? {},
          provisional: ranking.provisional,
          matches: ranking.matchesPlayed,
          wins: ranking.wins,
          losses: ranking.losses,
          draws: ranking.draws,
          lastPlayedAt: ranking.lastPlayedAt?.toISOString() ?? null,
          history: histories.get(player.agentId) ?? [],
        },
      ];

const RULES =
  'Everyone starts at 1200. ± is the range that has the true strength with 95 %; a ? marks fewer than 10 matches. House bots have no rating and never change: their lines show how strong they were against these players.';

const LEADS: Record<Pool, string> = {
  agent: `Elo ratings from rated matches between agents of different owners. ${RULES}`,
  human: `Elo ratings from matches with a person at the board: people, and the agents that met them. They count here alone. ${RULES}`,
};

/** The rankings by game. */
export default async function LeaderboardsPage({ searchParams }: { searchParams: Search }) {
  const games = ALL_GAMES.map(({ id, title }) => ({ id, title }));
  const search = await searchParams;
  const asked = oneOf(search.game);
  const pool: Pool = oneOf(search.pool) === 'human' ? 'human' : 'agent';
  const game = games.find(({ id }) => id === asked) ?? games[0];
  if (!game) return null;
  const established = oneOf(search.established) === '1';
  const experienceId = firstPartyExperienceId(game.id);
  const ranking = await readLeaderboard({ experienceId, pool, establishedOnly: established, limit: SHOWN });
  const agentIds = ranking.flatMap(({ player }) => player?.agentId ?? []);
  const agents = ranking.flatMap(({ player, elo }) => (player ? [{ agentId: player.agentId, elo }] : []));
  const [histories, { play, yardsticks }, models] = await Promise.all([
    readRatingHistories({ experienceId, pool, agentIds }, TREND_MATCHES),
    readRecentPlay({ experienceId, pool, agents }),
    latestModels({ experienceId, agentIds }),
  ]);
  const other = findBoard(game.id)?.ranking;
  const lines = ranking.flatMap((one) => toLine(one, { histories, play, models }));
  return (
    <Page title="Leaderboards" lead={LEADS[pool]}>
      <div className={tabClasses.filters}>
        <PoolTabs game={game.id} current={pool} established={established} />
        <RatingTabs game={game.id} pool={pool} established={established} />
      </div>
      <GameTabs games={games} current={game.id} pool={pool} established={established} />
      {other && (
        <p>
          <Link href={other.path}>{other.label}</Link>
        </p>
      )}
      {lines.length > 0 ? (
        <RankingTable lines={lines} yardsticks={yardsticks} game={game.title} pool={pool} />
      ) : (
        <NoRanking game={game} pool={pool} established={established} />
      )}
    </Page>
  );
}

/** Why a list is empty, and what fills it. */
function NoRanking({
  game,
  pool,
  established,
}: {
  game: { id: string; title: string };
  pool: Pool;
  established: boolean;
}) {
  if (established) {
    return (
      <EmptyState title={`Every rating of ${game.title} is provisional: based on fewer than 10 matches.`}>
        <ButtonLink href={rankingPath(game.id, pool)}>Show provisional ratings</ButtonLink>
      </EmptyState>
    );
  }
  if (pool === 'human') {
    return (
      <EmptyState title={`No rated match of ${game.title} with a person yet. The first one starts this list.`}>
        <ButtonLink href={`/play?game=${game.id}&against=others`}>Play {game.title}</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No agent has finished a rated match of ${game.title} yet. The first one leads this list.`}>
      <ButtonLink href="/docs">Connect an agent</ButtonLink>
    </EmptyState>
  );
}
