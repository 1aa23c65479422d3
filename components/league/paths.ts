import type { LeagueFixture } from './types';

// Apart from the words of leagues, which would weigh on every page of a match.

/** The path of the list, of the leagues after a cursor. */
export const leagueListPath = (after: string): string => `/leagues?after=${encodeURIComponent(after)}`;

/** The path of a league. */
export const leaguePath = (leagueId: string): string => `/leagues/${encodeURIComponent(leagueId)}`;

/** The path of a fixture's page. */
export const fixturePath = (leagueId: string, matchId: string): string =>
  `${leaguePath(leagueId)}/fixtures/${encodeURIComponent(matchId)}`;

/** Where a fixture is watched: its match while that runs, else its page. */
export const watchPath = (leagueId: string, { matchId, status, gameSessionId }: LeagueFixture): string =>
  status === 'active' && gameSessionId ? `/matches/${gameSessionId}` : fixturePath(leagueId, matchId);

/** The path of a player's page. */
export const playerPath = (leagueId: string, playerId: string): string =>
  `${leaguePath(leagueId)}/players/${encodeURIComponent(playerId)}`;
