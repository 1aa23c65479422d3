import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { findArchivedMoves, findMatch, findMatchOrLobby } from '@/app/matches';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentPerson } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { ArchivedMatch } from '@/components/match/archived-match';
import { WerewolfScreen } from '@/components/town/match/werewolf-screen';
import { ROLE_LABELS } from '@/components/town/phases';
import { readMatchHistory } from '@/lib/domain/matches';
import { findPlayerOf } from '@/lib/domain/people';
import { readOwnSeat } from '@/lib/domain/play';
import { readBuilding } from '@/lib/domain/werewolf';

interface Props {
  params: Promise<{ matchId: string }>;
}

/** The match with the number of its building; null for another game. */
const findTownMatch = cache(async (matchId: string) => {
  if (!isUuid(matchId)) return null;
  const [match, building] = await Promise.all([findMatch(matchId), readBuilding(matchId)]);
  return match?.game_type === 'werewolf' ? { match, number: building?.number ?? null } : null;
});

const titleOf = (number: number | null) => (number === null ? 'Werewolf' : `Werewolf Game #${number}`);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await findTownMatch((await params).matchId);
  if (!found) return NOT_FOUND_METADATA;
  const title = titleOf(found.number);
  const description = found.match.about;
  return {
    title,
    description,
    openGraph: { type: 'website', siteName: 'Botplay', title, description },
    twitter: { card: 'summary_large_image', title, description },
  };
}

/** The public events without the views: the page makes each scene from what happened. After the end with what agents thought. */
async function readStory(matchId: string, isOver: boolean) {
  const events = await readMatchHistory({ matchId, ...(isOver ? { audiences: ['public', 'spectators'] } : {}) });
  return events.map(({ id, type, at, audience, data: { view, text, clock, ...data } }) => ({
    id,
    type,
    ...(audience === 'public' ? {} : { audience }),
    at: at.toISOString(),
    data,
  }));
}

async function readSeat(matchId: string) {
  const person = await currentPerson();
  const player = person && (await findPlayerOf(person));
  return player ? readOwnSeat({ matchId, agentId: player.agentId }) : null;
}

/** A lobby whose match has not begun, or a match of another game, has its page among all matches. */
async function leaveTown(id: string): Promise<never> {
  if (isUuid(id) && (await findMatchOrLobby(id))) redirect(`/matches/${id}`);
  notFound();
}

/** The role of each seat in a match that is over. */
function roleOf({ view }: { view: Record<string, unknown> }): (seat: number) => string | null {
  const players = Array.isArray(view.players)
    ? (view.players as { revealedRole: keyof typeof ROLE_LABELS | null }[])
    : [];
  return (seat) => {
    const role = players[seat]?.revealedRole;
    return role ? ROLE_LABELS[role] : null;
  };
}

/** A match of Werewolf in Eliza Town. Three queries for a guest. */
export default async function TownMatchPage({ params }: Props) {
  const { matchId } = await params;
  const { match, number } = (await findTownMatch(matchId)) ?? (await leaveTown(matchId));
  const [history, own] = await Promise.all([readStory(matchId, match.status !== 'active'), readSeat(matchId)]);
  const archived = await findArchivedMoves(match, history);
  if (archived) return <ArchivedMatch match={match} title={titleOf(number)} noteOf={roleOf(match)} {...archived} />;
  return <WerewolfScreen snapshot={{ ...match, view: {}, text: '' }} history={history} number={number} own={own} />;
}
