import { createHmac, timingSafeEqual } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';

const VALID_S = 7 * 24 * 3_600;

const tokenOf = (sessionId: string, until: number): string =>
  createHmac('sha256', env().IDENTITY_KEY).update(`relay.log:${sessionId}:${until}`).digest('base64url').slice(0, 32);

/** Where the log of a session is downloaded, for a week, by who was in it: a path on this server. */
export function logLinkOf(sessionId: string): string {
  const until = Math.floor(now().getTime() / 1000) + VALID_S;
  return `/relay/sessions/${sessionId}/log?until=${until}&token=${tokenOf(sessionId, until)}`;
}

/** Whether a link of `logLinkOf` is valid for this session. */
export function isLogLink({ sessionId, until, token }: { sessionId: string; until: string; token: string }): boolean {
  const untilS = Number(until);
  if (!Number.isInteger(untilS) || untilS * 1000 < now().getTime()) return false;
  const [expected, given] = [Buffer.from(tokenOf(sessionId, untilS)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
