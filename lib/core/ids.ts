import { v7 } from 'uuid';
import { randomHex } from './random';

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type AgentId = Id<'agent'>;
export type OwnerId = Id<'owner'>;
export type ExperienceId = Id<'experience'>;
export type SessionId = Id<'session'>;
/** A lobby and the match played in it share one id: the wire's `game_session_id`. */
export type MatchId = Id<'match'>;
export type ApiKeyId = Id<'api_key'>;

/** A new time-ordered UUID (version 7). */
export function newId<T extends string = string>(): T {
  return v7() as T;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LIMIT = 1n << 80n;

function encode(timeMs: number, random: bigint): string {
  let value = (BigInt(timeMs) << 80n) | random;
  let text = '';
  for (let digit = 0; digit < 26; digit++) {
    text = CROCKFORD[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

function decode(ulid: string): { timeMs: number; random: bigint } {
  let value = 0n;
  for (const letter of ulid) value = (value << 5n) | BigInt(CROCKFORD.indexOf(letter));
  return { timeMs: Number(value >> 80n), random: value & (RANDOM_LIMIT - 1n) };
}

function random80(): bigint {
  return BigInt(`0x${randomHex(10)}`);
}

/**
 * A ULID that sorts after `previous` even within one millisecond or after a clock step back.
 * The step is random, so two neighbouring ids never tell whether a hidden event lies between them.
 */
export function nextUlid(previous: string | null, nowMs: number = Date.now()): string {
  if (previous === null || previous === '') return encode(nowMs, random80() >> 1n);
  const last = decode(previous);
  if (nowMs > last.timeMs) return encode(nowMs, random80() >> 1n);
  const random = last.random + 1n + (random80() >> 24n);
  return random < RANDOM_LIMIT ? encode(last.timeMs, random) : encode(last.timeMs + 1, random80() >> 1n);
}

/** Whether a text has the form of a ULID. */
export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}
