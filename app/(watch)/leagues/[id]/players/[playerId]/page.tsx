import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { findLeague, mayManage, toFixture, toLeagueView } from '@/app/leagues';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { currentOwner } from '@/app/owner';
import { PlayerScreen } from '@/components/league/player-screen';
import type { OwnerSession } from '@/lib/domain/accounts';
import { listAgents } from '@/lib/domain/console';
import type { LeagueDetails } from '@/lib/domain/leagues';
import { findPlayer } from '@/lib/domain/people';

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
  const [details, owner] = await Promise.all([findLeague(id), currentOwner()]);
  if (!details) notFound();
  const league = toLeagueView(details);
  const member = league.players.find((player) => player.playerId === playerId);
  if (!member) notFound();
  const fixtures = details.schedule
    .map(toFixture)
    .filter(({ first, second }) => first === playerId || second === playerId);
  return (
    <PlayerScreen
      league={league}
      member={member}
      fixtures={fixtures}
      cursor={details.cursor}
      mayWithdraw={owner !== null && (await mayWithdraw(owner, details, member.agentId))}
    />
  );
}

/** The player is the viewer's or one of its agents, or the viewer organizes the league. */
async function mayWithdraw(owner: OwnerSession, league: LeagueDetails, agentId: string | null): Promise<boolean> {
  const [player, { agents }] = await Promise.all([
    findPlayer(owner.ownerId),
    listAgents({ ownerId: owner.ownerId, limit: 100 }),
  ]);
  const own = [player?.agentId, ...agents.map((agent) => agent.agent_id)];
  return (agentId !== null && own.includes(agentId)) || mayManage(owner, own, league);
}
