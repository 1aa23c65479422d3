import { expect, it } from 'vitest';
import type { LeagueDetails } from '@/lib/domain/leagues';
import { toFeed, writeAtom } from './feed';

const fixture = (match_id: string, changes: object) => ({
  match_id,
  round_id: 1,
  status: 'completed',
  players: [{ player_id: 'P01' }, { player_id: 'P02' }],
  winner: 'P01',
  scores: { P01: 3, P02: 1 },
  reason: 'rounds',
  technical_loss: null,
  annulled_at: null,
  ended_at: '2026-11-23T10:00:00.000Z',
  ...changes,
});

it('lists the results of a league, the newest first, and distinguishes players of one name', () => {
  const league = {
    league_id: 'league_x',
    name: 'Autumn',
    game_type: 'even_odd',
    players: ['P01', 'P02'].map((player_id) => ({ player_id, display_name: 'Alpha', withdrawn_at: null })),
    standings: [],
    schedule: [
      fixture('R1M1', {}),
      fixture('R2M1', { winner: null, reason: 'unreachable', ended_at: '2026-11-23T11:00:00.000Z' }),
      fixture('R3M1', { status: 'active', ended_at: null }),
    ],
  } as unknown as LeagueDetails;
  const { items, feed_url } = toFeed(league, 'https://play.example');
  expect(feed_url).toBe('https://play.example/leagues/league_x/feed.json');
  expect(items).toMatchObject([
    { title: 'R2M1: Alpha (P01) against Alpha (P02)', content_text: expect.stringContaining('both lost') },
    { url: 'https://play.example/leagues/league_x/fixtures/R1M1', content_text: expect.stringContaining('won 3–1') },
  ]);
  const atom = writeAtom(toFeed({ ...league, name: 'Autumn <&>' }, 'https://play.example'));
  expect(atom).toContain('<title>Autumn &lt;&amp;&gt;: results</title>');
  expect(atom).toContain('<link rel="self" href="https://play.example/leagues/league_x/feed.xml"/>');
  expect(atom.match(/<entry>/g)).toHaveLength(2);
});
