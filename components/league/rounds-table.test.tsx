import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RoundsTable } from './rounds-table';
import type { LeagueFixture, LeagueView } from './types';

const row = (rank: number, player_id: string, points: number) => ({ rank, player_id, points });
const player = (playerId: string, name: string) => ({ playerId, name, kind: 'bot', agentId: null });
const LEAGUE = {
  leagueId: 'league_swiss',
  format: 'swiss',
  players: [player('P01', 'Ada'), player('P02', 'Bo'), player('P03', 'Cy')],
  standings: [row(1, 'P03', 6), row(2, 'P01', 3), row(3, 'P02', 0)],
} as unknown as LeagueView;

const fixture = (of: Partial<LeagueFixture> & Pick<LeagueFixture, 'matchId' | 'round' | 'first'>): LeagueFixture => ({
  second: null,
  status: 'completed',
  winner: null,
  scores: null,
  gameRound: null,
  reason: null,
  technicalLoss: null,
  gameSessionId: null,
  isAnnulled: false,
  replays: null,
  ...of,
});

const FIXTURES = [
  fixture({ matchId: 'R1M1', round: 1, first: 'P01', second: 'P02', winner: 'P01', scores: [3, 2] }),
  fixture({ matchId: 'R1B1', round: 1, first: 'P03', status: 'bye' }),
  fixture({ matchId: 'R2M1', round: 2, first: 'P01', second: 'P03', status: 'active', scores: [1, 2] }),
];

it('shows each player of a Swiss league by rank, with its opponent and own score in each round', () => {
  const html = renderToStaticMarkup(<RoundsTable league={LEAGUE} fixtures={FIXTURES} />);
  const lines = html
    .split('<tr>')
    .slice(2)
    .map((line) =>
      line
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  expect(lines).toEqual(['1 Cy bye 2–1 #2 6', '2 Ada 3–2 #3 1–2 #1 3', '3 Bo 2–3 #2 0']);
  expect(html).toContain('aria-label="Round 1: Bo lost 2 to 3 against Ada"');
  expect(html).toContain('aria-label="Round 2: Ada plays 1 to 2 against Cy"');
  expect(html).toContain('href="/leagues/league_swiss/fixtures/R2M1"');
});
