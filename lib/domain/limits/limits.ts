import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { isNew, requireAllowedWords } from '@/lib/core/text-rules';
import { addressBlock } from './client-address';
import { consumeShared, findUse, type SharedLimit } from './limits.repo';

/** How often something may happen in a window of time, counted by key in this process. 0 points: no limit. */
interface LimitRule {
  points: number;
  durationS: number;
  /** First sentence of the error. */
  refusal: string;
}

const MIB = 1_048_576;
const DAY_S = 86_400;

/** Every limit that a process counts alone. What must hold for all processes together is a `limit` of a tool. */
const RULES = {
  credential: () => ({
    points: env().RATE_LIMIT_PER_MINUTE,
    durationS: 60,
    refusal: `More than ${env().RATE_LIMIT_PER_MINUTE} calls in a minute.`,
  }),
  owner_read: () => ({ points: 1_200, durationS: 60, refusal: 'Too many requests.' }),
  owner_change: () => ({ points: 240, durationS: 60, refusal: 'Too many requests.' }),
  sign_in: () => ({ points: 10, durationS: 900, refusal: 'Too many attempts to sign in.' }),
  // One password tried with every e-mail never meets the limit of an e-mail.
  sign_in_address: () => ({
    points: 100,
    durationS: 900,
    refusal: 'Too many attempts to sign in from this address.',
  }),
  // Failures only; see requireLimit.
  failed_credential: () => ({
    points: env().production || env().RATE_LIMIT_PER_MINUTE > 0 ? 100 : 0,
    durationS: 60,
    refusal: 'Too many calls with invalid credentials from this address.',
  }),
  // People, agents and guests that one address may add in an hour share a setting, not a count.
  sign_up: () => ({
    points: env().AGENT_SELF_REGISTRATION_PER_HOUR,
    durationS: 3600,
    refusal: 'Too many new accounts from this address.',
  }),
  self_registration: () => ({
    points: env().AGENT_SELF_REGISTRATION_PER_HOUR,
    durationS: 3600,
    refusal: 'Too many new agents from this address.',
  }),
  // Apps of hosted clients come from a few addresses of their makers. Always on: a registration is a row of a stranger.
  client_registration: () => ({ points: 200, durationS: 3600, refusal: 'Too many new clients from this address.' }),
  client_document: () => ({ points: 60, durationS: 60, refusal: 'Too many apps at a time.' }),
  oauth_request: () => ({ points: 1_200, durationS: 60, refusal: 'Too many requests.' }),
  app_refresh: () => ({ points: 60, durationS: 3600, refusal: 'Too many new tokens for this app.' }),
  // A bracket night begins every hour and has 32 places.
  guest_league_seat: () => ({
    points: 3,
    durationS: 3600,
    refusal: 'Too many guests of this address have taken a seat in a bracket night. Sign in to play.',
  }),
  guest: () => ({
    points: env().AGENT_SELF_REGISTRATION_PER_HOUR,
    durationS: 3600,
    refusal: 'Too many new guests from this address. Create an account to play now.',
  }),
  // Always on: a report is work for a person. A person who is hounded reports a handful an hour.
  moderation_report: () => ({ points: 30, durationS: 3600, refusal: 'Too many reports in an hour.' }),
  moderation_report_address: () => ({
    points: 100,
    durationS: 3600,
    refusal: 'Too many reports from this address in an hour.',
  }),
  new_account_text: () => ({
    points: env().TEXT_RULES?.newAccounts?.textsPerHour ?? 0,
    durationS: 3600,
    refusal: 'Too many texts while your account is new.',
  }),
  relay_room: () => ({
    points: env().production ? 100 : 0,
    durationS: 3600,
    refusal: 'Too many new sessions from this address.',
  }),
  // Pages of other origins, which name a room that allows them: an address needs few.
  relay_foreign: () => ({
    points: env().production ? 120 : 0,
    durationS: 60,
    refusal: 'Too many connections of pages of other sites from this address.',
  }),
  // What a session of the relay stores, of which a person needs a few megabytes a day.
  relay_room_bytes: () => ({
    points: env().production ? 32 * MIB : 0,
    durationS: DAY_S,
    refusal: 'This session has stored as much as one may in a day.',
  }),
  relay_address_bytes: () => ({
    points: env().production ? 512 * MIB : 0,
    durationS: DAY_S,
    refusal: 'The sessions of this address have stored as much as they may in a day.',
  }),
  // A page that is broken sends some reports; the first ones say it all. Always on: each is a line of the log.
  policy_report: () => ({ points: 20, durationS: 60, refusal: 'Too many reports.' }),
  password_change: () => ({ points: 10, durationS: 900, refusal: 'Too many attempts with the present password.' }),
  // Always on: a mail goes to a stranger's mailbox.
  reset_mail_address: () => ({
    points: 10,
    durationS: 3600,
    refusal: 'Too many mails were asked for from this address.',
  }),
  // Challenges are rows of strangers; a lecture hall signs in behind one address.
  passkey_challenge: () => ({ points: 300, durationS: 900, refusal: 'Too many sign-ins from this address.' }),
  second_factor_address: () => ({
    points: 100,
    durationS: 900,
    refusal: 'Too many attempts with a second factor from this address.',
  }),
  password_link: () => ({ points: 10, durationS: 900, refusal: 'Too many attempts with a link.' }),
  // Each match that a caller names has a limit of its own; this one holds for all of them.
  league_request: () => ({ points: 20_000, durationS: 60, refusal: 'Too many requests.' }),
  // A page that opens subscribes to many streams; after that a person clicks.
  watch_message: () => ({ points: 60, durationS: 6, refusal: 'Too many messages.' }),
  // A class behind one address guesses along, each several times a day of the match.
  werewolf_guess: () => ({ points: 300, durationS: 600, refusal: 'Too many guesses from this address.' }),
  // Pages of past events. A lecture hall behind one address comes back together when a server stops.
  watch_history: () => ({ points: 100, durationS: 10, refusal: 'Too many past events at a time.' }),
  watch_history_address: () => ({
    points: 4_000,
    durationS: 10,
    refusal: 'Too many past events at a time from this address.',
  }),
  // Bytes of large bodies, in short windows, so that they come one by one and not all together.
  body_bytes: () => ({ points: 4 * MIB, durationS: 10, refusal: 'Too many bytes in large bodies.' }),
  body_bytes_anonymous: () => ({ points: MIB, durationS: 10, refusal: 'Too many bytes without a credential.' }),
  body_bytes_address: () => ({ points: 16 * MIB, durationS: 10, refusal: 'Too many bytes from this address.' }),
} satisfies Record<string, () => LimitRule>;

type LimitName = keyof typeof RULES;

interface Limiter {
  name: LimitName;
  rule: LimitRule;
  memory: RateLimiterMemory;
}

/** Null when the rule is no limit. */
function limiterOf(name: LimitName): Limiter | null {
  const rule = RULES[name]();
  if (rule.points === 0) return null;
  return once(`limits.${name}`, () => ({
    name,
    rule,
    memory: new RateLimiterMemory({ keyPrefix: name, points: rule.points, duration: rule.durationS }),
  }));
}

const secondsUntil = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** Says which limit it is, what is left of it and when it starts again. */
function rateLimited(
  result: RateLimiterRes,
  { name, points, refusal }: { name: string } & Pick<LimitRule, 'points' | 'refusal'>,
): AppError {
  const retryAfterS = secondsUntil(result);
  const resetsAt = new Date(now().getTime() + retryAfterS * 1000).toISOString();
  return new AppError('RATE_LIMITED', `${refusal} Wait ${retryAfterS} s.`, {
    retryAfterS,
    details: { name, limit: points, remaining: 0, reset_s: retryAfterS, resets_at: resetsAt },
  });
}

async function consume({ name, rule, memory }: Limiter, key: string, points = 1): Promise<RateLimiterRes> {
  try {
    return await memory.consume(key, points);
  } catch (thrown) {
    throw thrown instanceof RateLimiterRes ? rateLimited(thrown, { name, ...rule }) : thrown;
  }
}

/**
 * Counts one use of a key, or as many as `points`.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function takeLimit(name: LimitName, key: string, points = 1): Promise<void> {
  const limiter = limiterOf(name);
  if (limiter) await consume(limiter, key, points);
}

/**
 * Requires that uses of a key are left, without counting one. For limits that count failures: `countFailure` counts them.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function requireLimit(name: LimitName, key: string): Promise<void> {
  const limiter = limiterOf(name);
  const used = await limiter?.memory.get(key);
  if (limiter && used && used.consumedPoints >= limiter.rule.points) throw rateLimited(used, { name, ...limiter.rule });
}

/** Counts one failure of a key. */
export async function countFailure(name: LimitName, key: string): Promise<void> {
  await limiterOf(name)?.memory.penalty(key);
}

/** Forgets the uses of a key, after a success. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  await limiterOf(name)?.memory.delete(key);
}

/** Takes one use back and leaves the others. */
export async function refundLimit(name: LimitName, key: string): Promise<void> {
  await limiterOf(name)?.memory.reward(key);
}

/**
 * Applies the rules for texts (TEXT_RULES) to words that others will read, without counting them. Nothing without rules.
 * @throws FORBIDDEN with details.reason text_rules
 */
export function requireWords(input: unknown, accountId: string | null): void {
  const rules = env().TEXT_RULES;
  if (rules !== null) requireAllowedWords(rules, input, accountId);
}

/**
 * The same, and counts one text of a new account.
 * @param accountId the account that speaks, or an agent or a guest without one; null for one that is being made
 * @throws FORBIDDEN with details.reason text_rules · RATE_LIMITED for a new account
 */
export async function limitWords(input: unknown, accountId: string | null): Promise<void> {
  const rules = env().TEXT_RULES;
  if (rules === null) return;
  requireWords(input, accountId);
  if (accountId !== null && isNew(rules, accountId)) await takeLimit('new_account_text', accountId);
}

/** What the calls of a credential count under; null for an anonymous caller. */
export const payerOf = (caller: Caller): string | null => (caller.kind === 'agent' ? `key:${caller.apiKeyId}` : null);

/** A body that is about to be read or parsed. */
interface CountedBody {
  /** The credential or the person that sent it; null for an anonymous caller. */
  payer: string | null;
  address: string;
  bytes: number;
}

/**
 * Counts the bytes of a body against the budgets of its caller and of the address.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function limitBodyBytes({ payer, address, bytes }: CountedBody): Promise<void> {
  const block = addressBlock(address);
  if (payer === null) await takeLimit('body_bytes_anonymous', block, bytes);
  else await takeLimit('body_bytes', payer, bytes);
  await takeLimit('body_bytes_address', block, bytes);
}

/** What is left of a credential's minute; sent as RateLimit headers. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whole seconds until the count starts again. */
  resetS: number;
}

/**
 * Counts one call of a credential against RATE_LIMIT_PER_MINUTE. Tokens count with the key that they were made from, or
 * minting would multiply the limit; anonymous callers count by address.
 * @returns null when calls are not limited
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function limitCredential(caller: Caller): Promise<RateState | null> {
  const limiter = limiterOf('credential');
  if (!limiter) return null;
  const key = caller.kind === 'agent' ? `key:${caller.apiKeyId}` : `address:${addressBlock(caller.address)}`;
  const result = await consume(limiter, key);
  return { limit: limiter.rule.points, remaining: result.remainingPoints, resetS: secondsUntil(result) };
}

/**
 * Counts a request of an owner's browser over all tabs; visitors count by address. Without it an account could make
 * any number of agents, each with its own limit.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function limitOwnerRequests(id: string, kind: 'read' | 'change'): Promise<void> {
  await takeLimit(kind === 'read' ? 'owner_read' : 'owner_change', id);
}

/** A limit that all processes count together, in Redis with REDIS_URL, else in PostgreSQL. */
export interface CallCount extends SharedLimit {
  /** What is limited, in words; absent: calls of `name`. */
  what?: string;
}

/**
 * Counts one call against a limit that all processes share.
 * @throws RATE_LIMITED with the seconds to wait
 */
export async function limitCall(call: CallCount): Promise<void> {
  const refused = await consumeShared(call);
  if (!refused) return;
  throw rateLimited(refused, { name: call.name, points: call.points, refusal: refusalOf(call) });
}

function refusalOf({ name, points, durationMs, what }: CallCount): string {
  if (what !== undefined) return `At most ${points} ${what} in ${durationMs / 1000} s.`;
  const window = durationMs === 1000 ? 'second' : `${durationMs / 1000} s`;
  return `${name} allows ${points} ${points === 1 ? 'call' : 'calls'} per ${window}.`;
}

/** Milliseconds until `limitCall` would accept the next call; 0: it accepts one now. One query, which counts nothing. */
export async function readCallWait(limit: SharedLimit): Promise<number> {
  const used = await findUse(limit);
  return used && used.consumedPoints >= limit.points ? used.msBeforeNext : 0;
}
