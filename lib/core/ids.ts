import { v7 } from 'uuid';
import { idTime } from './clock';
import { fillRandom, randomHex } from './random';

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type AgentId = Id<'agent'>;
export type OwnerId = Id<'owner'>;
export type ExperienceId = Id<'experience'>;
export type ApiKeyId = Id<'api_key'>;

const SEQUENCE_LIMIT = 2 ** 32;
const random = Buffer.alloc(16);
let lastMs = 0;
let sequence = 0;

/**
 * A new UUID (version 7), sorted after all that this process made before it. The library alone asks the system for
 * random bytes at each id, which took a tenth of the time of a short call.
 */
export function newId<T extends string = string>(): T {
  fillRandom(random);
  const nowMs = Math.floor(idTime());
  if (nowMs > lastMs) {
    lastMs = nowMs;
    // Half of the room is left for the ids of the same millisecond.
    sequence = random.readUInt32BE(0) >>> 1;
  } else if (++sequence === SEQUENCE_LIMIT) {
    lastMs++;
    sequence = 0;
  }
  return v7({ random, msecs: lastMs, seq: sequence }) as T;
}

/** The first UUID of version 7 of a time, as PostgreSQL compares them: ids that were made earlier are less. */
export function uuidAt(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time in a UUID of version 7, epoch ms: when it was made. Of another version it means nothing. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_LIMIT = 1n << 80n;

/** Of the random part of a ULID: a number holds half of it. */
const HALF_BITS = 40n;
const HALF_MASK = (1n << HALF_BITS) - 1n;
const TIME_DIGITS = 10;
const HALF_DIGITS = 8;

function encode(timeMs: number, random: bigint): string {
  const halves = [Number(random >> HALF_BITS), Number(random & HALF_MASK)] as const;
  return digitsOf(timeMs, TIME_DIGITS) + digitsOf(halves[0], HALF_DIGITS) + digitsOf(halves[1], HALF_DIGITS);
}

/** A number below 2^53 in Crockford's base 32. Numbers, because arithmetic with bigint takes ten times as long. */
function digitsOf(value: number, digits: number): string {
  let text = '';
  let rest = value;
  for (let digit = 0; digit < digits; digit++) {
    text = (CROCKFORD[rest % 32] as string) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function decode(ulid: string): { timeMs: number; random: bigint } {
  const timeMs = numberIn(ulid, 0, TIME_DIGITS);
  const high = numberIn(ulid, TIME_DIGITS, TIME_DIGITS + HALF_DIGITS);
  const low = numberIn(ulid, TIME_DIGITS + HALF_DIGITS, ulid.length);
  return { timeMs, random: (BigInt(high) << HALF_BITS) | BigInt(low) };
}

function numberIn(ulid: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 32 + CROCKFORD.indexOf(ulid.charAt(at));
  return value;
}

function random80(): bigint {
  return BigInt(`0x${randomHex(10)}`);
}

/** From one public id to the next within a millisecond; the room between the two is for hidden ones. */
const PUBLIC_STEP = 1n << 72n;
/** The least room, enough for millions of hidden ids. */
const MIN_STEP = 1n << 40n;

/** A random number below `limit`, as evenly as 80 bits allow. */
function randomBelow(limit: bigint): bigint {
  return random80() % limit;
}

/**
 * ULIDs for things that happen together, sorted after `previous` even within one millisecond or after a clock step back.
 * Steps between public ones are drawn first and hidden ones lie in between, so that public ids are the same by chance
 * whatever happened in secret between them: neither their number nor that there was anything shows.
 * @param hidden in order, whether each is hidden from the public
 */
export function nextUlids(previous: string | null, hidden: readonly boolean[], nowMs: number = Date.now()): string[] {
  const steps = BigInt(hidden.filter((isHidden) => !isHidden).length + 1);
  const start = startAfter(previous, steps, nowMs);
  const { timeMs } = start;
  let { random } = start;
  const longest = smaller(PUBLIC_STEP, (RANDOM_LIMIT - random) / steps);
  const ids: string[] = [];
  for (let from = 0; from < hidden.length; ) {
    const next = hidden.indexOf(false, from);
    const end = next === -1 ? hidden.length : next;
    const step = MIN_STEP + randomBelow(longest - MIN_STEP);
    const share = step / BigInt(end - from + 1);
    for (let between = 0; between < end - from; between++) {
      ids.push(encode(timeMs, random + share * BigInt(between) + 1n + randomBelow(share)));
    }
    random += step;
    if (next !== -1) ids.push(encode(timeMs, random));
    from = end + 1;
  }
  return ids;
}

/** Where the steps begin: in this millisecond, or where `previous` left off; in the next one when there is no room left. */
function startAfter(previous: string | null, steps: bigint, nowMs: number): { timeMs: number; random: bigint } {
  const afresh = (timeMs: number) => ({ timeMs, random: random80() >> 1n });
  if (previous === null || previous === '') return afresh(nowMs);
  const last = decode(previous);
  if (nowMs > last.timeMs) return afresh(nowMs);
  return last.random + PUBLIC_STEP * steps < RANDOM_LIMIT ? last : afresh(last.timeMs + 1);
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The next ULID of a sequence of which nothing is hidden. */
export function nextUlid(previous: string | null, nowMs: number = Date.now()): string {
  return nextUlids(previous, [false], nowMs)[0] as string;
}

/** The first ULID of a time: ids that were made earlier are less. */
export function ulidAt(timeMs: number): string {
  return encode(timeMs, 0n);
}

/** The time in a ULID, epoch ms: when it was made, or later if the one before it in its sequence says so. */
export function ulidTime(ulid: string): number {
  return decode(ulid).timeMs;
}

/** Whether a text has the form of a ULID. */
export function isUlid(text: string): boolean {
  return /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);
}
