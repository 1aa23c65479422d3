import { findLeague, toFixture, toLeagueView } from '@/app/leagues';
import { siteOrigin } from '@/app/origin';
import { outcomeSentence } from '@/components/league/words';
import type { LeagueDetails } from '@/lib/domain/leagues';

/** Results of a feed, the newest first. */
const MAX_ITEMS = 50;

/** The results of a league by JSON Feed 1.1, readable by every site; 404 for an unknown league. */
export async function downloadFeed(leagueId: string): Promise<Response> {
  const [league, origin] = await Promise.all([findLeague(leagueId), siteOrigin()]);
  if (!league) return Response.json({ error: `There is no league "${leagueId.slice(0, 100)}".` }, { status: 404 });
  return Response.json(toFeed(league, origin), {
    headers: {
      'content-type': 'application/feed+json; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=30',
    },
  });
}

/** The latest results of a league, the newest first. @param origin of this server */
export function toFeed(league: LeagueDetails, origin: string) {
  const { players } = toLeagueView(league);
  const nameOf = (playerId: string) => players.find((one) => one.playerId === playerId)?.name ?? playerId;
  const page = `${origin}/leagues/${league.league_id}`;
  const ended = league.schedule.filter(({ status, ended_at }) => status === 'completed' && ended_at !== null);
  const newest = ended.sort((one, other) => (other.ended_at ?? '').localeCompare(one.ended_at ?? ''));
  const items = newest.slice(0, MAX_ITEMS).map((record) => {
    const [first, second] = record.players.map(({ player_id }) => nameOf(player_id));
    return {
      id: `${page}/fixtures/${record.match_id}`,
      url: `${page}/fixtures/${record.match_id}`,
      title: `${record.match_id}: ${first} against ${second}`,
      content_text: outcomeSentence(toFixture(record), nameOf),
      date_published: record.ended_at,
    };
  });
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${league.name}: results`,
    home_page_url: page,
    feed_url: `${page}/feed.json`,
    items,
  };
}
