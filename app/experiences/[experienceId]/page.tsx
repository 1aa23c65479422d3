import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { orNotFound } from '@/app/(owner)/console/history';
import { findExperience } from '@/app/experiences/find-experience';
import { readGameFacts } from '@/app/game-facts';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { siteOrigin } from '@/app/origin';
import { currentOwner } from '@/app/owner';
import { openingView } from '@/app/pictures/opening';
import { oneOf, type Search } from '@/app/search-params';
import { pickDrawnFields } from '@/components/boards/drawn-fields';
import type { Picture } from '@/components/catalog/experience-list';
import { ExperienceScreen } from '@/components/catalog/experience-screen';
import { withoutBotLabels } from '@/components/match/names';
import { isJsonObject } from '@/lib/core/json';
import { isPublisherOf, readUptime } from '@/lib/domain/catalog';
import { listReviews } from '@/lib/domain/feedback';
import { type LiveMatch, listLiveMatches, listRecentMatches } from '@/lib/domain/matches';
import { readLeaderboard } from '@/lib/domain/ratings';
import { latestVerification } from '@/lib/domain/verification';

type Params = Promise<{ experienceId: string }>;

const LEADERS = 10;
const RECENT = 5;
const REVIEWS = 10;
/** The live matches that are searched for those of one experience. */
const LIVE = 50;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const experience = await findExperience((await params).experienceId);
  if (!experience) return NOT_FOUND_METADATA;
  const { name: title, summary: description } = experience;
  return {
    title,
    description,
    openGraph: { type: 'website', siteName: 'Botplay', title, description },
    twitter: { card: 'summary_large_image', title, description },
  };
}

/** Whether the visitor publishes this experience. */
async function isMine(experienceId: string): Promise<boolean> {
  const owner = await currentOwner();
  if (owner === null) return false;
  return isPublisherOf({ publisher: { agentId: null, ownerId: owner.ownerId }, experienceId });
}

/** One page of reviews; not found for an address with a cursor that is none. */
async function readReviews(experienceId: string, search: Search) {
  const cursor = oneOf((await search).cursor) ?? undefined;
  const { reviews, next_cursor } = await orNotFound(listReviews({ experienceId, cursor, limit: REVIEWS }));
  return { lines: reviews, nextCursor: next_cursor };
}

function matchLine(match: LiveMatch) {
  return {
    id: match.match_id,
    live: match.status === 'active',
    ply: match.ply,
    at: match.ended_at ?? match.started_at,
    players: withoutBotLabels(match.players).map(({ seat, display_name, kind, agent_id }, at) => ({
      seat,
      name: display_name,
      kind,
      seed: agent_id ?? match.players[at]?.display_name ?? '',
      result: match.outcome?.results.find((one) => one.seat === seat)?.result ?? null,
    })),
  };
}

/** The position of a match, else the first one of the game; null for what is not a built-in game. */
function pictureOf(gameId: string | null, match: LiveMatch | null): Picture | null {
  if (gameId === null) return null;
  const position = match ?? { view: openingView(gameId) as Record<string, unknown>, text: '' };
  return { gameId, view: pickDrawnFields(gameId, position.view), text: position.text };
}

/** The address of the unrated board of a game. */
function boardOf(gameId: string | null): string | null {
  return gameId !== null && readGameFacts(gameId).canContinue ? `/board/${gameId}` : null;
}

/** The pages on which people use built-in applications. */
const APPLICATION_PAGES: Readonly<Record<string, string>> = { booking: '/booking' };

/** The page of a built-in application; null for every other experience. */
function applicationPageOf({ builtin }: Record<string, unknown>): string | null {
  const application = isJsonObject(builtin) ? builtin.application : null;
  return typeof application === 'string' ? (APPLICATION_PAGES[application] ?? null) : null;
}

/** One experience: facts, instructions, matches, verification, uptime, reviews and best agents. */
export default async function ExperiencePage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { experienceId } = await params;
  const experience = (await findExperience(experienceId)) ?? notFound();
  const applicationPage = applicationPageOf(experience.manifest);
  const hasServer = experience.tier === 2 && experience.game_type === null && applicationPage === null;
  const [run, leaders, live, recent, uptime, reviews, mine, origin] = await Promise.all([
    latestVerification({ experienceId }),
    readLeaderboard({ experienceId, limit: LEADERS }),
    listLiveMatches({ limit: LIVE }),
    listRecentMatches({ experienceId, limit: RECENT }),
    hasServer ? readUptime({ experienceId }) : null,
    readReviews(experienceId, searchParams),
    isMine(experienceId),
    siteOrigin(),
  ]);
  const isOfThis = (match: LiveMatch) => match.experience_id === experienceId;
  return (
    <ExperienceScreen
      experience={experience}
      run={run}
      leaders={leaders.map(({ experienceAgentId, player, elo, provisional, matchesPlayed, wins, losses, draws }) => ({
        id: player?.agentId ?? experienceAgentId,
        name: player?.displayName ?? null,
        elo,
        provisional,
        matchesPlayed,
        record: `${wins}–${draws}–${losses}`,
      }))}
      matches={[...live.filter(isOfThis), ...recent].map(matchLine)}
      uptime={uptime}
      reviews={reviews}
      mine={mine}
      origin={origin}
      board={boardOf(experience.game_type)}
      picture={pictureOf(experience.game_type, [...live, ...recent].find(isOfThis) ?? null)}
      applicationPage={applicationPage}
    />
  );
}
