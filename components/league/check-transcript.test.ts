import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '@/lib/core/json';
import { seedCommitment, sha256Hex } from '@/lib/core/rng';
import { checkTranscript } from './check-transcript';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = { keys: [{ kid: 'k', x: publicKey.export({ format: 'jwk' }).x ?? '' }] };
const SEED = '05'.repeat(32);

/** A match of one round: P01 is ODD and sent 3, P02 sent 2. */
function played() {
  const numbers = [3, 2];
  const nonces = ['aa', 'bb'];
  const commitments = numbers.map((number, seat) => sha256Hex(`${nonces[seat]}|${number}`));
  const answer = (number: number) => ({ result: { message_type: 'MOVE_RESPONSE', move: { number } } });
  return {
    match_id: 'R1M1',
    players: [
      { player_id: 'P01', kind: 'push' },
      { player_id: 'P02', kind: 'push' },
    ],
    seed: SEED,
    seed_commitment: seedCommitment(SEED),
    exchanges: numbers.map((number, seat) => ({
      player_id: `P0${seat + 1}`,
      message_type: 'MOVE_REQUEST',
      game_round: 1,
      answer: answer(number),
      fault: null as string | null,
    })),
    events: [
      ...commitments.map((commitment, seat) => ({ type: 'move_committed', data: { seat, round: 1, commitment } })),
      { type: 'round_resolved', data: { round: 1, moves: numbers, sum: 5, winner: 0, nonces, commitments } },
    ],
    result: { winner: 'P01' as string | null, scores: { P01: 1, P02: 0 }, reason: 'rounds' },
  };
}

/** Signed as the referee signs: a detached JWS over the canonical JSON. */
function signed(transcript: ReturnType<typeof played>) {
  const header = Buffer.from('{"alg":"EdDSA","kid":"k"}').toString('base64url');
  const payload = Buffer.from(canonicalJson(transcript)).toString('base64url');
  const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey).toString('base64url');
  return { transcript, signature: `${header}..${signature}` };
}

async function failures(transcript: ReturnType<typeof played>): Promise<string[]> {
  const checks = await checkTranscript(signed(transcript), keys);
  return checks.filter(({ passed }) => !passed).map(({ words }) => words);
}

describe('the check of a transcript', () => {
  test('passes for a match as it was played', async () => {
    expect(await checkTranscript(signed(played()), keys)).toHaveLength(5);
    expect(await failures(played())).toEqual([]);
  });

  test('fails for a transcript that was changed, cut or signed by another key', async () => {
    const { transcript, signature } = signed(played());
    const changed = { ...transcript, result: { ...transcript.result, winner: 'P02' } };
    expect((await checkTranscript({ transcript: changed, signature }, keys))[0]?.passed).toBe(false);
    expect((await checkTranscript({ transcript, signature: '' }, keys))[0]?.passed).toBe(false);
    const { publicKey: other } = generateKeyPairSync('ed25519');
    const foreign = { keys: [{ kid: 'k', x: other.export({ format: 'jwk' }).x ?? '' }] };
    expect((await checkTranscript({ transcript, signature }, foreign))[0]?.passed).toBe(false);
  });

  test('finds a number that differs from its commitment, even if the referee signed it', async () => {
    const transcript = played();
    const resolved = transcript.events[2] as { data: { moves: number[] } };
    resolved.data.moves = [5, 2];
    expect(await failures(transcript)).toEqual([
      'Every revealed number has the hash that was published when it arrived.',
      'Every revealed number is the one that its player sent.',
    ]);
  });

  test('finds a commitment that was not published before the reveal', async () => {
    const transcript = played();
    transcript.events.push(transcript.events.shift() as (typeof transcript.events)[0]);
    expect(await failures(transcript)).toEqual([
      'Every revealed number has the hash that was published when it arrived.',
    ]);
  });

  test('finds a score and a winner that do not follow from the numbers, and another seed', async () => {
    const transcript = played();
    transcript.result = { winner: 'P02', scores: { P01: 0, P02: 1 }, reason: 'rounds' };
    transcript.seed = '06'.repeat(32);
    expect(await failures(transcript)).toEqual([
      'The seed of the match has the hash that was published at its start.',
      'The score follows from the revealed numbers.',
    ]);
  });

  test('ignores answers that were faults', async () => {
    const transcript = played();
    const wrong = { ...transcript.exchanges[0], answer: { result: { move: { number: 9 } } }, fault: 'invalid_move' };
    transcript.exchanges.unshift(wrong as (typeof transcript.exchanges)[0]);
    expect(await failures(transcript)).toEqual([]);
  });
});
