import { iso, now } from '@/lib/core/clock';
import { DueRows, DueSignal } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
import { publicOrigin } from '@/lib/core/public-origin';
import { findContact } from '@/lib/domain/accounts';
import { mailDue, queueBulkMail, sendsMail, unsubscribeLink } from '@/lib/domain/mail';
import { isAwaited, readMatches } from '@/lib/domain/matches';
import { type DueMove, digestText, type Happened, isEventful, MAX_LINES } from './digest-text';
import {
  type Client,
  type DigestRow,
  deleteDigest,
  findDigest,
  findDueOwners,
  findNextDigest,
  lockDueDigest,
  storeCovered,
  transaction,
  upsertDigest,
} from './digests.repo';
import type { DigestChoice } from './digests.schema';
import {
  findAgents,
  findCorrespondence,
  findOwnExperiences,
  findResults,
  findUsed,
  findWaitingApprovals,
} from './happened.repo';
import { nextDigestAt } from './schedule';

/** Digests wait as rows. */
export const digestDue = new DueSignal('digests');

const rows = new DueRows('digests.send');
/** Digests that one call of the ticker makes. */
const MAX_BATCH = 50;
const MAX_AGENTS = 100;
const DAY_MS = 24 * 3_600_000;
/** After an outage of mail an older past is left out. */
const MAX_COVERED_MS = 8 * DAY_MS;
const DEFAULT_HOUR = 8;

/** What an owner has chosen. Two queries. */
export async function readDigestChoice(ownerId: OwnerId): Promise<DigestChoice> {
  const [row, contact] = await Promise.all([findDigest(ownerId), findContact(ownerId)]);
  return {
    frequency: row?.frequency ?? 'off',
    hour: row?.hour ?? DEFAULT_HOUR,
    time_zone: row?.time_zone ?? 'UTC',
    next_at: row ? iso(row.due_at) : null,
    mail: !sendsMail() ? 'not_configured' : contact?.isProven ? 'ready' : 'unconfirmed',
  };
}

/**
 * Sets how often an owner gets a digest. Turning it off always works.
 * @throws INVALID_STATE where no mail is sent, and while the e-mail of the account is not confirmed
 */
export async function chooseDigest(of: {
  ownerId: OwnerId;
  frequency: DigestChoice['frequency'];
  hour: number;
  timeZone: string;
}): Promise<DigestChoice> {
  const { ownerId, frequency, hour, timeZone } = of;
  if (frequency === 'off') {
    await endDigest(ownerId);
    return readDigestChoice(ownerId);
  }
  if (!sendsMail()) throw new AppError('INVALID_STATE', 'This site sends no mail, so no digest can be sent.');
  if (!(await findContact(ownerId))?.isProven)
    throw new AppError('INVALID_STATE', 'Confirm the e-mail of your account first.');
  const at = now();
  const dueAt = nextDigestAt({ frequency, hour, timeZone }, ownerId, at);
  await upsertDigest({ ownerId, frequency, hour, timeZone, dueAt, at });
  digestDue.announce(dueAt);
  return readDigestChoice(ownerId);
}

/** Ends the digests of an owner; nothing when there are none. */
export async function endDigest(ownerId: string): Promise<void> {
  await deleteDigest(ownerId);
}

/** When the next digest is due; null where no mail is sent. */
export async function nextDigestDue(): Promise<Date | null> {
  if (!sendsMail()) return null;
  const [due, retry] = [await findNextDigest(rows.postponed()), rows.nextRetry()];
  const times = [due, retry].flatMap((at) => at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/**
 * Queues the digests that are due, in several processes at the same time: the row of an owner is locked, and the mail is stored in one
 * transaction with the time of the next one, so that each is sent once. Returns how many were made.
 */
export async function sendDueDigests(stopping?: AbortSignal): Promise<number> {
  if (!sendsMail()) return 0;
  const owners = await findDueOwners(now(), rows.postponed(), MAX_BATCH);
  return rows.attemptEach(owners, sendDigest, stopping);
}

/** One transaction of ten queries at most. */
async function sendDigest(ownerId: string): Promise<void> {
  const at = now();
  const isQueued = await transaction(async (client) => {
    const row = await lockDueDigest(client, ownerId, at);
    if (!row) return false;
    const { frequency, hour, time_zone: timeZone } = row;
    const dueAt = nextDigestAt({ frequency, hour, timeZone }, ownerId, at);
    await storeCovered(client, { ownerId, coveredUntil: at, dueAt });
    return queueDigest(client, row, at);
  });
  if (isQueued) mailDue.announce(now());
}

async function queueDigest(client: Client, row: DigestRow, at: Date): Promise<boolean> {
  const { owner_id: ownerId, frequency } = row;
  const contact = await findContact(ownerId, client);
  if (!contact?.isProven) return false;
  const happened = await readHappened(client, row, at);
  if (!isEventful(happened)) return false;
  const unsubscribe = unsubscribeLink({ list: 'digest', subject: ownerId });
  const text = digestText(happened, { frequency, origin: publicOrigin(), unsubscribe });
  await queueBulkMail({ kind: 'digest', to: contact.email, text }, client);
  return true;
}

async function readHappened(client: Client, row: DigestRow, to: Date): Promise<Happened> {
  const { owner_id: ownerId, covered_until: coveredUntil, time_zone: timeZone } = row;
  const from = new Date(Math.max(coveredUntil.getTime(), to.getTime() - MAX_COVERED_MS));
  const agents = await findAgents(client, ownerId, MAX_AGENTS);
  const agentIds = agents.map(({ id }) => id);
  const covered = { ownerId, agentIds, from, to };
  return {
    from,
    to,
    timeZone,
    nameOf: new Map(agents.map(({ id, name }) => [id, name])),
    results: await findResults(client, covered, MAX_LINES),
    moves: await dueMovesOf(client, agentIds, await findCorrespondence(client, agentIds, MAX_LINES)),
    approvals: await findWaitingApprovals(client, { agentIds, at: to, limit: MAX_LINES }),
    experiences: await findOwnExperiences(client, covered, MAX_LINES),
    used: await findUsed(client, covered),
  };
}

/** The moves of these agents that the games wait for. */
async function dueMovesOf(
  client: Client,
  agentIds: readonly string[],
  games: readonly { id: string; experience: string }[],
): Promise<DueMove[]> {
  const matches =
    games.length === 0
      ? []
      : await readMatches(
          games.map(({ id }) => id),
          client,
        );
  const nameOf = new Map(games.map(({ id, experience }) => [id, experience]));
  return matches.flatMap((match) => {
    const { id, gameId, deadlineAt, seats } = match;
    if (deadlineAt === null) return [];
    return seats.flatMap(({ agentId, seat }) =>
      agentId !== null && agentIds.includes(agentId) && isAwaited(match, seat)
        ? [{ agent_id: agentId, match_id: id, experience: nameOf.get(id) ?? gameId, due_at: deadlineAt }]
        : [],
    );
  });
}
