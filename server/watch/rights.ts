import type { IncomingHttpHeaders } from 'node:http';
import { env } from '@/lib/core/env';
import { AppError } from '@/lib/core/errors';
import { playsIn, readOwner } from '@/lib/domain/auth';
import { readMatch } from '@/lib/domain/matches';
import { matchIdOf } from './sources';
import { noSuchStream } from './wire';

/** On what the right of a person hangs to see everything of a match that runs. */
export interface Grant {
  ownerId: string;
  /** Agents who play: none may be the person's. */
  players: readonly string[];
}

/** A page of another origin must not look through the eyes of its visitor. */
function isOurPage(headers: IncomingHttpHeaders): boolean {
  if (!headers.origin) return true;
  if (!URL.canParse(headers.origin)) return false;
  const { host } = new URL(headers.origin);
  const ours = env().NEXTAUTH_URL ? new URL(env().NEXTAUTH_URL).host : null;
  return host === headers.host || host === ours;
}

/**
 * Whether this caller may see everything of a stream. After the end anybody may; while a match runs only a person who
 * is signed in and owns none of its players, and never an agent's credential. decisions.md, Fairness.
 * @returns what the right hangs on; null when nothing is hidden any more
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireOmniscience(headers: IncomingHttpHeaders, stream: string): Promise<Grant | null> {
  const matchId = matchIdOf(stream);
  const match = matchId ? await readMatch(matchId) : null;
  if (!match) throw noSuchStream(stream);
  if (match.status !== 'active') return null;
  if (headers.authorization || headers['x-api-key']) throw refused('Agents see only what is public.');
  const owner = isOurPage(headers) ? await readOwner(headers.cookie ?? null) : null;
  if (!owner) throw refused('Sign in to see everything while the match runs.');
  const players = match.seats.flatMap(({ agentId }) => agentId ?? []);
  if (await playsIn(owner.ownerId, players)) throw refused('You or one of your agents is playing in this match.');
  return { ownerId: owner.ownerId, players };
}

function refused(why: string): AppError {
  return new AppError('FORBIDDEN', why);
}
