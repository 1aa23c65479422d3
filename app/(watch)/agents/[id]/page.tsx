import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { rankingPath } from '@/components/leaderboard/game-tabs';
import { WayOn } from '@/components/match/board-links';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { MatchList } from '@/components/match/match-list';
import { resultOf } from '@/components/match/result-of';
import { BotProfile, type BotRecordLine } from '@/components/profile/bot-profile';
import { LastWords } from '@/components/profile/last-words';
import { PlayingNow } from '@/components/profile/playing-now';
import { ProfileHead } from '@/components/profile/profile-head';
import { RatingCards } from '@/components/profile/rating-cards';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import pageClasses from '@/components/ui/page.module.css';
import { Section } from '@/components/ui/section';
import { findHouseBot, type HouseBot } from '@/lib/core/house-bots';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { readRatedAborts } from '@/lib/domain/lobbies';
import {
  findBotRecord,
  listLiveMatchesOf,
  listRecentMatches,
  listRecentMatchesOfBot,
  readBestWin,
  readLastWords,
  readMeetings,
} from '@/lib/domain/matches';
import { ownerNames, playsInMatch } from '@/lib/domain/people';
import { readPublicProfile } from '@/lib/domain/profiles';
import { type RatingPool, readRatingsWithHistory } from '@/lib/domain/ratings';
import { costKey, costsPerGame, modelsOfAgent } from '@/lib/domain/usage';
import { ALL_GAMES, hasHouseBots } from '@/lib/games';

interface Props {
  params: Promise<{ id: string }>;
}

const RECENT = 20;
/** Running matches that are drawn. */
const LIVE = 4;
/** The last matches in which words are looked for. */
const WITH_WORDS = 3;
/** Matches that the chart of a rating shows. */
const CHART_MATCHES = 100;

const findProfile = cache((agentId: string) => readPublicProfile({ agentId }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const bot = findHouseBot(id);
  if (bot) return { title: `${bot.name}, house bot`, description: bot.about };
  const profile = isUuid(id) ? await findProfile(id) : null;
  return profile
    ? { title: profile.displayName, description: profile.bio ?? `Ratings and matches of ${profile.displayName}.` }
    : NOT_FOUND_METADATA;
}

/** The address of the leaderboard of an experience. */
function leaderboardOf(experienceId: string, pool: RatingPool): string | null {
  const game = ALL_GAMES.find(({ id }) => firstPartyExperienceId(id) === experienceId);
  return game ? rankingPath(game.id, pool) : null;
}

type Rating = Awaited<ReturnType<typeof readRatingsWithHistory>>[number];

interface Reported {
  models: ReadonlyMap<string, string>;
  costs: ReadonlyMap<string, number>;
}

const toCard = (agentId: string, rating: Rating, { models, costs }: Reported) => ({
  experienceId: rating.experienceId,
  game: rating.experienceName,
  href: leaderboardOf(rating.experienceId, rating.pool),
  elo: rating.elo,
  provisionalReason: rating.provisionalReason,
  isUnreliable: rating.isUnreliable,
  wins: rating.wins,
  losses: rating.losses,
  draws: rating.draws,
  model: models.get(rating.experienceId) ?? null,
  costUsd: costs.get(costKey({ agentId, experienceId: rating.experienceId })) ?? null,
  history: rating.history,
});

/** The record of a house bot, in the games that it plays. */
async function readBotRecord(bot: HouseBot): Promise<BotRecordLine[]> {
  const games = ALL_GAMES.filter(hasHouseBots);
  const rows = await findBotRecord({ bot, gameIds: games.map(({ id }) => id) });
  return games.map(({ id: gameId, title }) => {
    const against = (opponents: 'players' | 'bots') =>
      rows.find((row) => row.gameId === gameId && row.opponents === opponents) ?? null;
    return { gameId, title, againstPlayers: against('players'), againstBots: against('bots') };
  });
}

/** The page of a house bot: what it plays, what it did lately, and where to play against it. */
async function HouseBotPage({ bot }: { bot: HouseBot }) {
  const rival = findHouseBot(bot.rival) ?? bot;
  const games = ALL_GAMES.filter(({ bot: player }) => player?.manners);
  const titleOf = (gameId: string) => ALL_GAMES.find(({ id }) => id === gameId)?.title ?? gameId;
  const [meetings, record, live, recent] = await Promise.all([
    readMeetings(
      bot,
      rival,
      games.map(({ id }) => id),
    ),
    readBotRecord(bot),
    listLiveMatchesOf({ bot }, LIVE),
    listRecentMatchesOfBot(bot, RECENT),
  ]);
  return (
    <BotProfile
      bot={bot}
      record={record}
      manners={games.map(({ title, bot: player }) => ({ title, text: player?.manners?.[bot.manner] ?? '' }))}
      rival={rival}
      rivalry={meetings.map(({ gameId, ...count }) => ({ title: titleOf(gameId), count }))}
      live={<PlayingNow matches={live.map(withDrawnFields)} />}
      recent={recent.length > 0 && <MatchList matches={recent.map(withDrawnFields)} />}
    />
  );
}

/** The public profile of an agent, a person or a house bot: ratings and matches. */
export default async function AgentPage({ params }: Props) {
  const { id } = await params;
  const bot = findHouseBot(id);
  if (bot) return <HouseBotPage bot={bot} />;
  const profile = isUuid(id) ? await findProfile(id) : null;
  if (!profile) notFound();
  const [ratings, recent, models, owners, ratedAborts, live, bestWin] = await Promise.all([
    readRatingsWithHistory({ agentId: id, limit: CHART_MATCHES }),
    listRecentMatches({ agentId: id, limit: RECENT }),
    modelsOfAgent({ agentId: id }),
    ownerNames([id]),
    readRatedAborts({ agentId: id }),
    listLiveMatchesOf({ agentId: id }, LIVE),
    readBestWin(id),
  ]);
  const [costs, words] = await Promise.all([
    costsPerGame(ratings.map(({ experienceId }) => ({ agentId: id, experienceId }))),
    readLastWords(id, recent.slice(0, WITH_WORDS)),
  ]);
  const reader = await currentOwner();
  const mayBlock = reader !== null && !(await playsInMatch(reader.ownerId, [id]));
  const isPerson = profile.kind === 'human';
  const cardsIn = (pool: RatingPool) =>
    ratings.filter((rating) => rating.pool === pool).map((rating) => toCard(id, rating, { models, costs }));
  const own = cardsIn(profile.kind);
  const againstPeople = isPerson ? [] : cardsIn('human');
  return (
    <div className={pageClasses.page}>
      <ProfileHead
        agentId={id}
        name={profile.displayName}
        kind={profile.kind}
        avatarUrl={profile.avatarUrl}
        bio={profile.bio}
        since={profile.since.toISOString()}
        owner={owners.get(id) ?? null}
        model={[...models.values()][0] ?? null}
        ratedAborts={ratedAborts}
        mayBlock={mayBlock}
      />
      <PlayingNow matches={live.map(withDrawnFields)} />
      <Section title="Ratings">
        {own.length > 0 ? <RatingCards ratings={own} /> : <NoRating isPerson={isPerson} />}
      </Section>
      {againstPeople.length > 0 && (
        <Section title="Ratings in matches with people">
          <RatingCards ratings={againstPeople} />
        </Section>
      )}
      {bestWin && (
        <Section title="Best win">
          <MatchList matches={[withDrawnFields(bestWin)]} mark={resultOf(id)} />
        </Section>
      )}
      {words && <LastWords words={words} name={profile.displayName} />}
      <Section title="Recent matches">
        {recent.length > 0 ? (
          <>
            <MatchList matches={recent.map(withDrawnFields)} mark={resultOf(id)} />
            <p>
              <Link href={`/matches?${new URLSearchParams({ player: profile.displayName })}`}>
                All matches of {profile.displayName}
              </Link>
            </p>
          </>
        ) : (
          <EmptyState title="No match has ended yet.">
            <WayOn />
          </EmptyState>
        )}
      </Section>
    </div>
  );
}

/** How to get a rating, for a player without one. */
function NoRating({ isPerson }: { isPerson: boolean }) {
  return (
    <EmptyState
      title={
        isPerson
          ? 'No rated match yet. A match against an agent or another person gives the first rating.'
          : 'No rated match yet. A match against an agent of another owner gives the first rating.'
      }
    >
      <ButtonLink href="/leaderboards" variant="default">
        See the leaderboards
      </ButtonLink>
    </EmptyState>
  );
}
