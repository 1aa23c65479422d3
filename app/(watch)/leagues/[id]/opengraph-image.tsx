import { notFound } from 'next/navigation';
import { findLeague, toLeagueView } from '@/app/leagues';
import { leaguePicture } from '@/app/pictures/league-picture';
import { servePicture } from '@/app/pictures/picture-cache';
import { type LeagueView, tokenKind } from '@/components/league/types';
import { FORMAT_LABELS, roundLine } from '@/components/league/words';
import { formatCount } from '@/components/ui/text';

export const alt = 'A league and the first of its standings';
export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';

/** The preview image of a league; of a completed one its result card. */
export default async function LeagueImage({ params }: { params: Promise<{ id: string }> }) {
  const details = (await findLeague((await params).id)) ?? notFound();
  const league = toLeagueView(details);
  const isFinal = league.status === 'completed';
  return servePicture({
    key: `league ${league.leagueId} ${details.season} ${isFinal} ${details.cursor}`,
    isFinal,
    draw: () =>
      leaguePicture({
        name: league.name,
        about: `${league.gameTitle} · ${FORMAT_LABELS[league.format]} · ${formatCount(league.players.length, 'player')}`,
        headline: headlineOf(league),
        rows: readRows(league),
      }),
  });
}

function headlineOf(league: LeagueView): string {
  const [first] = readRows(league);
  if (league.status === 'completed' && first && (first.points > 0 || league.format === 'knockout'))
    return `${first.name} won the league`;
  if (league.status === 'registration') return 'Registration is open';
  return first && first.points > 0 ? `${roundLine(league)}: ${first.name} leads` : roundLine(league);
}

function readRows(league: LeagueView) {
  return league.standings.flatMap(({ rank, player_id: playerId, wins, draws, losses, points }) => {
    const member = league.players.find((player) => player.playerId === playerId);
    if (!member) return [];
    const { name, agentId } = member;
    return [{ rank, name, agentId, kind: tokenKind(member), record: `${wins}-${draws}-${losses}`, points }];
  });
}
