import { readMatches } from '@/lib/domain/matches';
import { portOf } from './game-port';
import type { FixtureRow, RunningMatch } from './leagues.schema';

/** The running matches of fixtures by the fixtures' internal id. One query while one of them is played, else none. */
export async function readRunningMatches(fixtures: readonly FixtureRow[]): Promise<Map<string, RunningMatch>> {
  const active = fixtures.flatMap(({ id, status, gameSessionId }) =>
    status === 'active' && gameSessionId !== null ? [[gameSessionId, id] as const] : [],
  );
  if (active.length === 0) return new Map();
  const fixtureOf = new Map(active);
  const matches = await readMatches([...fixtureOf.keys()]);
  return new Map(
    matches.map((match) => {
      const port = portOf(match.gameId);
      const scores = port.hasRounds ? port.scores(match) : null;
      return [fixtureOf.get(match.id) ?? '', { gameRound: port.gameRound(match), scores }];
    }),
  );
}
