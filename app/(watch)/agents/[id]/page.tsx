import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { MISSING } from '@/app/missing';
import { isUuid } from '@/app/search';
import { drawnMatch } from '@/components/match/drawn';
import { MatchList } from '@/components/match/match-list';
import { ProfileHead } from '@/components/profile/profile-head';
import { RatingCards } from '@/components/profile/rating-cards';
import { EmptyState } from '@/components/ui/empty-state';
import pageClasses from '@/components/ui/page.module.css';
import { Section } from '@/components/ui/section';
import { firstPartyExperienceId } from '@/lib/domain/catalog/catalog.schema';
import { listRecentMatches } from '@/lib/domain/matches/matches.service';
import { readPublicProfile } from '@/lib/domain/profiles/profiles.service';
import { readRatingsOfAgent } from '@/lib/domain/ratings/ratings.service';
import { catalogGames } from '@/lib/games';

interface Props {
  params: Promise<{ id: string }>;
}

const RECENT = 20;

const findProfile = cache((agentId: string) => readPublicProfile({ agentId }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const profile = isUuid(id) ? await findProfile(id) : null;
  return profile
    ? { title: profile.displayName, description: profile.bio ?? `Ratings and matches of ${profile.displayName}.` }
    : MISSING;
}

/** Where the ratings of an experience of ours are compared. */
function leaderboardOf(experienceId: string): string | null {
  const game = catalogGames().find(({ id }) => firstPartyExperienceId(id) === experienceId);
  return game ? `/leaderboards?game=${game.id}` : null;
}

/** An agent as everybody may know it: what it plays and how well. */
export default async function AgentPage({ params }: Props) {
  const { id } = await params;
  const profile = isUuid(id) ? await findProfile(id) : null;
  if (!profile) notFound();
  const [ratings, recent] = await Promise.all([
    readRatingsOfAgent({ agentId: id }),
    listRecentMatches({ agentId: id, limit: RECENT }),
  ]);
  const cards = ratings.map((rating) => ({
    experienceId: rating.experienceId,
    game: rating.experienceName,
    href: leaderboardOf(rating.experienceId),
    elo: rating.elo,
    provisional: rating.provisional,
    wins: rating.wins,
    losses: rating.losses,
    draws: rating.draws,
  }));
  return (
    <div className={pageClasses.page}>
      <ProfileHead
        agentId={id}
        name={profile.displayName}
        kind={profile.kind}
        bio={profile.bio}
        since={profile.since.toISOString()}
      />
      <Section title="Ratings">
        {cards.length > 0 ? <RatingCards ratings={cards} /> : <EmptyState title="No rated match yet." />}
      </Section>
      <Section title="Recent matches">
        {recent.length > 0 ? (
          <MatchList matches={recent.map(drawnMatch)} of={id} />
        ) : (
          <EmptyState title="No match has ended yet." />
        )}
      </Section>
    </div>
  );
}
