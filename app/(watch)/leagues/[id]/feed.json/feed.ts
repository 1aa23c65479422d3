import { findLeague, toFixture, toLeagueView } from '@/app/leagues';
import { siteOrigin } from '@/app/origin';
import { outcomeSentence } from '@/components/league/words';
import { escapeMarkup } from '@/components/ui/escape-markup';
import type { LeagueDetails } from '@/lib/domain/leagues';

/** Results of a feed, the newest first. */
const MAX_ITEMS = 50;

/** How feeds of results are written. */
const FORMATS = {
  json: { type: 'application/feed+json', write: JSON.stringify as (feed: Feed) => string },
  atom: { type: 'application/atom+xml', write: writeAtom },
} as const;

/** The results of a league by JSON Feed 1.1 or Atom, readable by every site; 404 for an unknown league. */
export async function downloadFeed(leagueId: string, format: keyof typeof FORMATS): Promise<Response> {
  const [league, origin] = await Promise.all([findLeague(leagueId), siteOrigin()]);
  if (!league) return Response.json({ error: `There is no league "${leagueId.slice(0, 100)}".` }, { status: 404 });
  const { type, write } = FORMATS[format];
  return new Response(write(toFeed(league, origin)), {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=30',
    },
  });
}

type Feed = ReturnType<typeof toFeed>;

/** The same feed as Atom (RFC 4287). */
export function writeAtom({ title, home_page_url: page, feed_url: json, items }: Feed): string {
  const self = json.replace(/\.json$/, '.xml');
  const updated = items[0]?.date_published ?? new Date(0).toISOString();
  const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;
  const entries = items.map(({ id, url, title: entry, content_text, date_published }) =>
    [
      '<entry>',
      element('id', id),
      element('title', entry),
      element('updated', date_published ?? updated),
      `<link href="${escapeMarkup(url)}"/>`,
      element('content', content_text),
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', page),
    element('title', title),
    element('updated', updated),
    '<author><name>Botplay</name></author>',
    `<link rel="self" href="${escapeMarkup(self)}"/><link href="${escapeMarkup(page)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
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
