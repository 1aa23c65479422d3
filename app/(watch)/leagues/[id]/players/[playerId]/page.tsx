import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findLeague, toFixture, toLeagueView } from '@/app/leagues';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { PlayerScreen } from '@/components/league/player-screen';

interface Props {
  params: Promise<{ id: string; playerId: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, playerId } = await params;
  const league = await findLeague(id);
  const player = league?.players.find(({ player_id }) => player_id === playerId);
  if (!league || !player) return NOT_FOUND_METADATA;
  return { title: `${player.display_name} in ${league.name}`, description: `Fixtures and results in ${league.name}.` };
}

/** A player of a league: place, results and fixtures. */
export default async function LeaguePlayerPage({ params }: Props) {
  const { id, playerId } = await params;
  const details = await findLeague(id);
  if (!details) notFound();
  const league = toLeagueView(details);
  const member = league.players.find((player) => player.playerId === playerId);
  if (!member) notFound();
  const fixtures = details.schedule
    .map(toFixture)
    .filter(({ first, second }) => first === playerId || second === playerId);
  return <PlayerScreen league={league} member={member} fixtures={fixtures} cursor={details.cursor} />;
}
