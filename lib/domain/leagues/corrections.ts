import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { quotaExceeded } from '@/lib/core/errors';
import { canonicalJson, isJsonObject, type JsonObject } from '@/lib/core/json';
import { findCorrections, insertCorrection, nextCorrectionNumber } from './corrections.repo';
import { requireLeague } from './league-errors';
import type { Client } from './leagues.repo';
import type { LeagueAgent, LeagueRow } from './leagues.schema';
import { PROTOCOL } from './protocol.schema';
import { signDocument } from './transcripts';

/** What the organizer of a league may do. */
export const ORGANIZER_ACTIONS = [
  'pause',
  'resume',
  'replay',
  'annul',
  'adjudicate',
  'extend_deadline',
  'remove_player',
] as const;
export type OrganizerAction = (typeof ORGANIZER_ACTIONS)[number];

/** Corrections of one league: a limit that no honest organizer reaches. */
const MAX_CORRECTIONS = 500;

const resultSchema = z.strictObject({
  winner: z.string().nullable().describe('Null on a draw, and when both have lost'),
  scores: z.record(z.string(), z.int()).describe('Won rounds by player'),
  reason: z.string().describe('Why it ended; "adjudicated" and "forfeit" are decisions of the organizer'),
});

/** A correction as everybody may read it. It is the signed document. */
export const correctionSchema = z.strictObject({
  protocol: z.literal(PROTOCOL).describe('league.v1'),
  type: z.literal('correction').describe('What the document is'),
  league_id: z.string().describe('The league'),
  season: z.int().describe('Its season'),
  number: z.int().describe('From 1, without gaps'),
  action: z.enum(ORGANIZER_ACTIONS).describe('What was done'),
  by: z.enum(['organizer', 'administrator']).describe('Who did it'),
  reason: z.string().describe('Why, in the words of the organizer'),
  at: z.iso.datetime().describe('When'),
  match_id: z.string().nullable().describe('The match that was corrected'),
  player_id: z.string().nullable().describe('The player that was removed'),
  before: resultSchema.nullable().describe('The result until then; null when it had none'),
  after: resultSchema.nullable().describe('The result from then on; null when the match does not count'),
  replayed_as: z.string().nullable().describe('The match that is played in its place'),
  seconds: z.int().nullable().describe('How much later the move is due'),
});
export type Correction = z.infer<typeof correctionSchema>;

/** What differs between corrections. */
export type CorrectionChange = Pick<Correction, 'action'> &
  Partial<Pick<Correction, 'match_id' | 'player_id' | 'before' | 'after' | 'replayed_as' | 'seconds'>>;

/** The number of the next correction of a locked league. @throws QUOTA_EXCEEDED when it has as many as it may */
export async function requireRoom(client: Client, { id }: LeagueRow): Promise<number> {
  const number = await nextCorrectionNumber(client, id);
  if (number <= MAX_CORRECTIONS) return number;
  throw quotaExceeded(`A league has at most ${MAX_CORRECTIONS} corrections.`, {
    name: 'league_corrections',
    limit: MAX_CORRECTIONS,
  });
}

/**
 * Signs and stores a correction of a locked league, in the transaction of what it corrects. Returns it.
 * @throws QUOTA_EXCEEDED when the league has as many as it may
 */
export async function storeCorrection(
  client: Client,
  league: LeagueRow,
  { agent, reason }: { agent: LeagueAgent; reason: string },
  change: CorrectionChange,
): Promise<Correction> {
  const number = await requireRoom(client, league);
  const at = now();
  const correction: Correction = {
    protocol: PROTOCOL,
    type: 'correction',
    league_id: league.leagueId,
    season: league.season,
    number,
    by: agent.isAdmin && league.createdByAgentId !== agent.agentId ? 'administrator' : 'organizer',
    reason,
    at: iso(at),
    match_id: null,
    player_id: null,
    before: null,
    after: null,
    replayed_as: null,
    seconds: null,
    ...change,
  };
  const document = canonicalJson(correction);
  await insertCorrection(client, league.id, { number, document, signature: await signDocument(document), at });
  return correction;
}

/** A correction with its detached JWS over the canonical JSON of `correction`. */
export interface SignedCorrection {
  correction: JsonObject;
  signature: string;
}

/** The corrections of a league in their order. One query. @throws NOT_FOUND */
export async function readCorrections({ leagueId }: { leagueId: string }): Promise<SignedCorrection[]> {
  const league = await requireLeague(leagueId);
  return (await findCorrections(league.id)).map(({ document, signature }) => {
    const correction: unknown = JSON.parse(document);
    if (!isJsonObject(correction)) throw new Error('a stored correction is not an object');
    return { correction, signature };
  });
}
