import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import { compactVerify } from 'jose';
import { AppError } from '@/lib/core/errors';
import { canonicalJson, isJsonObject, type JsonObject } from '@/lib/core/json';
import { signingKeys } from '@/lib/core/signing-keys';
import type { StreamEvent } from '@/lib/core/stream';
import type { MatchRow } from '@/lib/domain/matches';
import type { ExchangeRow } from './exchanges.repo';
import { findFixture } from './fixtures.repo';
import { byPlayer } from './game-port';
import { requireLeague } from './league-errors';
import { matchPointsOf, type TechnicalLoss } from './leagues.schema';
import { PROTOCOL } from './protocol.schema';
import { gameConfigOf, type RefereeContext } from './referee-context';
import type { FixtureResult } from './store-result';
import { findTranscripts } from './transcripts.repo';

const transcriptKeys = () => signingKeys('botplay league transcripts');

/** A signed transcript as it is downloaded. `signature` is a detached JWS over the canonical JSON of `transcript`. */
export interface SignedTranscript {
  transcript: JsonObject;
  signature: string;
}

/** The canonical JSON of a fixture's transcript: the players, every exchange, the public events and the result. */
export function buildTranscript(parts: {
  context: RefereeContext;
  match: MatchRow | null;
  result: FixtureResult & { technicalLoss: TechnicalLoss | null };
  exchanges: readonly ExchangeRow[];
  history: readonly StreamEvent[];
}): string {
  const { context, match, result, exchanges, history } = parts;
  const { fixture, league, players, ids } = context;
  const { winner, scores, reason, technicalLoss } = result;
  const fields: JsonObject = {
    protocol: PROTOCOL,
    league_id: league.leagueId,
    season: league.season,
    format: league.format,
    round_id: fixture.roundId,
    match_id: fixture.matchId,
    game_config: gameConfigOf(league),
    players: players.map(({ playerId, displayName, version, kind }, seat) => ({
      player_id: playerId,
      display_name: displayName,
      version,
      kind,
      seat,
    })),
    game_session_id: match?.id ?? null,
    seed_commitment: match?.seedCommitment ?? null,
    seed: match?.seed ?? null,
    taken_over_at: fixture.takenOverAt.map((at) => at.toISOString()),
    events: history.map(({ id, type, at, data }) => ({ id, type, at: at.toISOString(), data: withoutViews(data) })),
    result: {
      winner,
      scores: byPlayer(ids, scores),
      match_points: matchPointsOf({ first: ids[0], second: ids[1], winner, reason }),
      reason,
      technical_loss: technicalLoss,
    },
  };
  return canonicalFields({ ...mapValues(fields), exchanges: `[${exchanges.map(({ json }) => json).join()}]` });
}

const mapValues = (fields: JsonObject): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, canonicalJson(value)]));

/** The canonical JSON of an object whose values are canonical JSON already. */
const canonicalFields = (values: Record<string, string>): string =>
  `{${Object.keys(values)
    .sort()
    .map((name) => `"${name}":${values[name]}`)
    .join()}}`;

/** The position follows from the moves; only what the event itself says is kept. */
function withoutViews({ view: _view, text: _text, clock: _clock, ...data }: JsonObject): JsonObject {
  return data;
}

const signInThread = promisify(sign);

/** Signs a document: a compact JWS (EdDSA) whose payload is left out, because the document travels beside it. */
export async function signDocument(document: string): Promise<string> {
  const [{ kid, privateKey }] = transcriptKeys();
  const header = toBase64url(JSON.stringify({ alg: 'EdDSA', kid }));
  // RFC 7515, section 5.1: the signature is over both parts in base64url.
  // In a thread of the pool: it takes as long as several messages.
  const signature = await signInThread(null, Buffer.from(`${header}.${toBase64url(document)}`), privateKey);
  return `${header}..${signature.toString('base64url')}`;
}

const toBase64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Whether one of the keys of this installation signed the document. */
export async function verifyDocument(document: string, signature: string): Promise<boolean> {
  const [header, payload, signed] = signature.split('.');
  if (payload !== '') return false;
  const jws = `${header}.${Buffer.from(document).toString('base64url')}.${signed}`;
  for (const { publicKey } of transcriptKeys()) {
    const isValid = await compactVerify(jws, publicKey, { algorithms: ['EdDSA'] }).then(
      () => true,
      () => false,
    );
    if (isValid) return true;
  }
  return false;
}

/** The public keys as a JSON Web Key Set, for anyone who checks a transcript. */
export function publicSigningKeys(): { keys: JsonObject[] } {
  return {
    keys: transcriptKeys().map(({ kid, publicKey }) => ({
      ...(publicKey.export({ format: 'jwk' }) as JsonObject),
      kid,
      alg: 'EdDSA',
      use: 'sig',
    })),
  };
}

/** The signed transcript of a match. One query. @throws NOT_FOUND before it is over and signed */
export async function readTranscript(of: { leagueId: string; matchId: string }): Promise<SignedTranscript> {
  const league = await requireLeague(of.leagueId);
  const [row] = await findTranscripts(league.id, of.matchId);
  if (row) return toSigned(row);
  const match = `The match "${of.matchId.slice(0, 50)}"`;
  const fixture = await findFixture(league.id, of.matchId);
  if (!fixture) throw new AppError('NOT_FOUND', `${match} is not in this league.`);
  if (fixture.status === 'bye') throw new AppError('NOT_FOUND', `${match} is a bye: nobody played.`);
  // The players are notified of the end first, and the transcript contains their answers.
  const why = fixture.status === 'completed' ? 'it is being signed. Ask again in a few seconds' : 'it is not over';
  throw new AppError('NOT_FOUND', `${match} has no transcript yet: ${why}.`);
}

/** All signed transcripts of a league, by round and place. @throws NOT_FOUND */
export async function readTranscripts({ leagueId }: { leagueId: string }): Promise<SignedTranscript[]> {
  const league = await requireLeague(leagueId);
  return (await findTranscripts(league.id, null)).map(toSigned);
}

function toSigned({ document, signature }: { document: string; signature: string }): SignedTranscript {
  const transcript: unknown = JSON.parse(document);
  if (!isJsonObject(transcript)) throw new Error('a stored transcript is not an object');
  return { transcript, signature };
}
