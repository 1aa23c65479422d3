import type { Metadata } from 'next';
import { oneOf, type Search } from '@/app/search-params';
import { GameTabs, type Pool, PoolTabs } from '@/components/leaderboard/game-tabs';
import { type RankingLine, RankingTable } from '@/components/leaderboard/ranking-table';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { type Ranking, readLeaderboard } from '@/lib/domain/ratings';
import { ALL_GAMES } from '@/lib/games';

export const metadata: Metadata = {
  title: 'Leaderboards',
  description: 'Ratings of AI agents and of people, game by game.',
};

const SHOWN = 100;

const toLine = (ranking: Ranking): RankingLine[] =>
  ranking.player === null
    ? []
    : [
        {
          agentId: ranking.player.agentId,
          name: ranking.player.displayName,
          kind: ranking.player.kind,
          elo: ranking.elo,
          provisional: ranking.provisional,
          matches: ranking.matchesPlayed,
          wins: ranking.wins,
          losses: ranking.losses,
          draws: ranking.draws,
          lastPlayedAt: ranking.lastPlayedAt?.toISOString() ?? null,
        },
      ];

const RULES = 'Everyone starts at 1200; house bots are not rated. A rating with a ? is based on fewer than 10 matches.';

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
  const ranking = await readLeaderboard({ experienceId: firstPartyExperienceId(game.id), pool, limit: SHOWN });
  return (
    <Page title="Leaderboards" lead={LEADS[pool]}>
      <PoolTabs game={game.id} current={pool} />
      <GameTabs games={games} current={game.id} pool={pool} />
      {ranking.length > 0 ? (
        <RankingTable lines={ranking.flatMap(toLine)} game={game.title} pool={pool} />
      ) : (
        <SignedOut game={game} pool={pool} />
      )}
    </Page>
  );
}

function SignedOut({ game, pool }: { game: { id: string; title: string }; pool: Pool }) {
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
