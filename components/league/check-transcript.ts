import { hashes, verifyAsync } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { z } from 'zod';
import { canonicalJson } from '@/lib/core/json';
import { seedCommitment, sha256Hex } from '@/lib/core/rng';

// Works without the browser's own cryptography, which pages over plain HTTP do not have.
hashes.sha512 = sha512;
hashes.sha512Async = async (message) => sha512(message);

const pairOf = <T extends z.ZodType>(of: T) => z.tuple([of, of]);

const roundSchema = z.looseObject({
  round: z.int(),
  moves: pairOf(z.int().nullable()),
  nonces: pairOf(z.string().nullable()),
  commitments: pairOf(z.string().nullable()),
});

const committedSchema = z.looseObject({ seat: z.int(), round: z.int(), commitment: z.string() });

const transcriptSchema = z.looseObject({
  match_id: z.string(),
  players: z.array(z.looseObject({ player_id: z.string(), kind: z.string() })).length(2),
  seed_commitment: z.string().nullable(),
  seed: z.string().nullable(),
  exchanges: z.array(
    z.looseObject({
      player_id: z.string(),
      message_type: z.string(),
      game_round: z.int().nullable(),
      answer: z.unknown(),
      fault: z.string().nullable(),
    }),
  ),
  events: z.array(z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })),
  result: z.looseObject({ winner: z.string().nullable(), scores: z.record(z.string(), z.int()), reason: z.string() }),
});
type Transcript = z.infer<typeof transcriptSchema>;

export const signedTranscriptSchema = z.object({
  transcript: z.record(z.string(), z.unknown()),
  signature: z.string(),
});
export type SignedTranscript = z.infer<typeof signedTranscriptSchema>;

export const keySetSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string(), x: z.string() })) });
export type KeySet = z.infer<typeof keySetSchema>;

/** One thing that was computed again from a transcript. */
export interface TranscriptCheck {
  words: string;
  passed: boolean;
}

/** Checks a signed transcript: its signature, the seed, the commitments, the recorded answers and the score. */
export async function checkTranscript(signed: SignedTranscript, keys: KeySet): Promise<TranscriptCheck[]> {
  const signature = {
    words: 'The referee signed exactly this transcript.',
    passed: await isSignedBy(signed, keys),
  };
  const parsed = transcriptSchema.safeParse(signed.transcript);
  if (!parsed.success) return [signature, { words: 'The transcript has the fields of league.v1.', passed: false }];
  return [signature, ...checkContent(parsed.data)];
}

/** Whether one of the keys made the detached JWS over the canonical JSON of the transcript. */
async function isSignedBy({ transcript, signature }: SignedTranscript, { keys }: KeySet): Promise<boolean> {
  const [header = '', payload, signed = ''] = signature.split('.');
  if (payload !== '') return false;
  const message = new TextEncoder().encode(
    `${header}.${toBase64Url(new TextEncoder().encode(canonicalJson(transcript)))}`,
  );
  for (const key of keys) {
    if (await verifyAsync(fromBase64Url(signed), message, fromBase64Url(key.x)).catch(() => false)) return true;
  }
  return false;
}

function checkContent(transcript: Transcript): TranscriptCheck[] {
  const checks: TranscriptCheck[] = [];
  const { seed, seed_commitment } = transcript;
  if (seed !== null && seed_commitment !== null) {
    checks.push({
      words: 'The seed of the match has the hash that was published at its start.',
      passed: seedCommitment(seed) === seed_commitment,
    });
  }
  const rounds = readRounds(transcript);
  if (rounds.length === 0) return checks;
  checks.push({
    words: 'Every revealed number has the hash that was published when it arrived.',
    passed: rounds.every((round) => areCommitmentsKept(round, transcript)),
  });
  checks.push({
    words: 'Every revealed number is the one that its player sent.',
    passed: rounds.every((round) => areAnswersKept(round, transcript)),
  });
  checks.push({
    words: 'The score follows from the revealed numbers.',
    passed: isScoreRight(rounds, transcript),
  });
  return checks;
}

type Round = z.infer<typeof roundSchema>;

function readRounds({ events }: Transcript): Round[] {
  return events.flatMap(({ type, data }) => {
    const parsed = type === 'round_resolved' ? roundSchema.safeParse(data) : null;
    return parsed?.success ? [parsed.data] : [];
  });
}

/** The commitments of a round are those published before it was resolved, and hashes of nonce and number. */
function areCommitmentsKept(round: Round, { events }: Transcript): boolean {
  return [0, 1].every((seat) => {
    const [number, nonce, commitment] = [round.moves[seat], round.nonces[seat], round.commitments[seat]];
    if (number == null) return nonce == null && commitment == null;
    const resolvedAt = events.findIndex(({ type, data }) => type === 'round_resolved' && data.round === round.round);
    const published = events.slice(0, resolvedAt).some(({ type, data }) => {
      const committed = type === 'move_committed' ? committedSchema.safeParse(data) : null;
      return committed?.success && committed.data.seat === seat && committed.data.round === round.round
        ? committed.data.commitment === commitment
        : false;
    });
    return published && sha256Hex(`${nonce}|${number}`) === commitment;
  });
}

const answerSchema = z.looseObject({
  result: z.looseObject({ move: z.looseObject({ number: z.int() }) }),
});

/** No accepted answer of a player differs from its revealed number. */
function areAnswersKept(round: Round, { exchanges, players }: Transcript): boolean {
  return exchanges.every(({ player_id, message_type, game_round, answer, fault }) => {
    if (message_type !== 'MOVE_REQUEST' || game_round !== round.round || fault !== null) return true;
    const parsed = answerSchema.safeParse(answer);
    const seat = players.findIndex((player) => player.player_id === player_id);
    return !parsed.success || round.moves[seat] === parsed.data.result.move.number;
  });
}

/** Counts the rounds again: the parity of the sum decides, a missing number loses. */
function isScoreRight(rounds: readonly Round[], { players, result }: Transcript): boolean {
  const scores: [number, number] = [0, 0];
  for (const { moves } of rounds) {
    const [odd, even] = moves;
    if (odd !== null && even !== null) scores[(odd + even) % 2 === 1 ? 0 : 1]++;
    else if (odd !== null) scores[0]++;
    else if (even !== null) scores[1]++;
  }
  const sameScores = players.every(({ player_id }, seat) => result.scores[player_id] === scores[seat]);
  if (result.reason !== 'rounds') return sameScores;
  const winner = scores[0] === scores[1] ? null : players[scores[0] > scores[1] ? 0 : 1]?.player_id;
  return sameScores && result.winner === winner;
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
