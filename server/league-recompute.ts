import { DEFAULT_LEAGUE_ID, recomputeStandings } from '@/lib/domain/leagues';
import { type CommandResult, readCommandSecrets, runOnDatabase } from './command-database';

const USAGE = `Usage: npm run league:recompute -- [id of the league]    ${DEFAULT_LEAGUE_ID} without one`;

/**
 * Verifies the signed transcripts of a league, rebuilds its standings from them and compares both with what is stored.
 * @param args the id of the league; league_default without one
 */
export async function leagueRecompute(args: readonly string[]): Promise<CommandResult> {
  const [leagueId = DEFAULT_LEAGUE_ID, ...others] = args;
  if (leagueId.startsWith('-') || others.length > 0) return { text: USAGE, exitCode: 2 };
  Object.assign(process.env, await readCommandSecrets());
  return runOnDatabase('npm run league:recompute', async () => {
    const { transcripts, standings, faults } = await recomputeStandings({ leagueId });
    const table = standings.map(
      ({ rank, playerId, points, wins, draws, losses, difference }) =>
        `${String(rank).padStart(3)}  ${playerId}  ${points} points  ${wins}-${draws}-${losses}  ${difference}`,
    );
    const verdict = faults.length === 0 ? 'All signatures are valid and the standings agree.' : faults.join('\n');
    const text = [`${leagueId}: ${transcripts} transcripts`, ...table, verdict].join('\n');
    return { text, exitCode: faults.length === 0 ? 0 : 1 };
  });
}
