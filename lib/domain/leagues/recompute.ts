import { z } from 'zod';
import { canonicalJson } from '@/lib/core/json';
import { type Correction, correctionSchema, readCorrections } from './corrections';
import { findFixtures } from './fixtures.repo';
import { computeLeagueStandings } from './formats';
import { requireLeague } from './league-errors';
import { planOf, recordOf } from './league-plan';
import { isForfeit } from './leagues.schema';
import { findPlayers } from './players.repo';
import type { FixtureResult, StandingsRow } from './standings';
import { readTranscripts, type SignedTranscript, verifyDocument } from './transcripts';

const transcriptSchema = z.looseObject({
  league_id: z.string(),
  match_id: z.string(),
  round_id: z.int(),
  players: z.array(z.looseObject({ player_id: z.string() })).length(2),
  result: z.looseObject({ winner: z.string().nullable(), scores: z.record(z.string(), z.int()), reason: z.string() }),
});

type CorrectedResult = NonNullable<Correction['after']>;

/** The standings of a league as its transcripts give them, and what does not agree with the stored ones. */
export interface Recomputed {
  transcripts: number;
  standings: StandingsRow[];
  /** Empty when every signature is valid and the standings agree. */
  faults: string[];
}

/**
 * Rebuilds the standings of a league from its signed transcripts and corrections alone and compares them with the stored results.
 * @throws NOT_FOUND
 */
export async function recomputeStandings({ leagueId }: { leagueId: string }): Promise<Recomputed> {
  const league = await requireLeague(leagueId);
  const [players, fixtures, signed] = await Promise.all([
    findPlayers(league.id),
    findFixtures(league.id),
    readTranscripts({ leagueId }),
  ]);
  const faults: string[] = [];
  const results: FixtureResult[] = [];
  for (const one of signed) {
    const result = readResult(one);
    if (!result) faults.push('A transcript has no result.');
    else if (!(await verifyDocument(canonicalJson(one.transcript), one.signature)))
      faults.push(`The signature of ${result.matchId} is not valid.`);
    else results.push(result);
  }
  const corrected = await applyCorrections(leagueId, results, faults);
  const record = recordOf(fixtures);
  for (const { matchId } of record.results) {
    if (!corrected.some((result) => result.matchId === matchId)) faults.push(`${matchId} has no valid transcript.`);
  }
  const plan = planOf(league, players);
  const standings = computeLeagueStandings(plan, { results: corrected, byes: record.byes });
  if (canonicalJson(standings) !== canonicalJson(computeLeagueStandings(plan, record)))
    faults.push('The standings of the transcripts differ from the stored ones.');
  return { transcripts: signed.length, standings, faults };
}

/** The results after the signed corrections of the organizer, in their order. Adds what is wrong with them to `faults`. */
async function applyCorrections(
  leagueId: string,
  results: readonly FixtureResult[],
  faults: string[],
): Promise<FixtureResult[]> {
  const byMatch = new Map(results.map((result) => [result.matchId, result]));
  const fixtures = new Map(results.map((result) => [result.matchId, result]));
  for (const [index, { correction, signature }] of (await readCorrections({ leagueId })).entries()) {
    const parsed = correctionSchema.safeParse(correction);
    const isSigned = await verifyDocument(canonicalJson(correction), signature);
    if (!parsed.success || !isSigned || parsed.data.number !== index + 1) {
      faults.push(`The correction ${index + 1} is not valid.`);
      continue;
    }
    const { action, match_id: matchId, after } = parsed.data;
    if (matchId === null) continue;
    if (action === 'annul' || action === 'replay') byMatch.delete(matchId);
    const played = fixtures.get(matchId);
    if (action === 'adjudicate' && after && played) byMatch.set(matchId, correctResult(played, after));
  }
  return [...byMatch.values()];
}

function correctResult(played: FixtureResult, { winner, scores, reason }: CorrectedResult): FixtureResult {
  const { first, second } = played;
  return {
    ...played,
    winner,
    scores: [scores[first] ?? 0, scores[second] ?? 0],
    isForfeit: isForfeit({ winner, reason }),
  };
}

function readResult({ transcript }: SignedTranscript): FixtureResult | null {
  const parsed = transcriptSchema.safeParse(transcript);
  if (!parsed.success) return null;
  const { match_id: matchId, round_id: round, players, result } = parsed.data;
  const [first = '', second = ''] = players.map(({ player_id }) => player_id);
  const scores: [number, number] = [result.scores[first] ?? 0, result.scores[second] ?? 0];
  return { matchId, round, first, second, scores, winner: result.winner, isForfeit: isForfeit(result) };
}
