import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { shortenText } from '@/lib/core/cut-text';
import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { newId, type OwnerId } from '@/lib/core/ids';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { log } from '@/lib/core/log';
import { hashSecret } from '@/lib/core/secrets';
import { describeUserAgent } from '@/lib/domain/accounts';
import { decryptSecret, encryptSecret, reencryptRows } from '@/lib/domain/credentials';
import { limitCall } from '@/lib/domain/limits';
import { findPushFault, type PushAddress, postPush } from '@/lib/gateway';
import type { NoticeType } from './notices.schema';
import { pushDue } from './notices.service';
import {
  type ClaimedPush,
  claimDuePush,
  deletePushBrowser,
  dropPush,
  failPush,
  findNextPush,
  findPushBrowsers,
  finishPush,
  insertPushBrowser,
  listSealedOtherwise,
  postponePush,
  removeEndedBrowser,
  replaceSealed,
} from './push.repo';
import { vapidAuthorization, vapidPublicKey } from './vapid';

const MAX_BROWSERS = 10;
/** Longer than an attempt takes. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Pauses after failed attempts. */
const PAUSES_MS = [MINUTE_MS / 2, 5 * MINUTE_MS, 60 * MINUTE_MS];
/** An older notice is not worth a sound. */
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
/** Notices in a row that could not be sent, after which a browser is removed. */
const MAX_FAILURES = 10;
const GONE: readonly number[] = [404, 410];
/** Counted by all processes together: whatever an owner's agents do, a push service gets no more. */
const PER_BROWSER = { name: 'push_browser', points: 30, durationMs: 60 * MINUTE_MS };

/** Posts of this process; the second key is the browser. */
const posts = () =>
  fairQueue({
    name: 'push',
    what: 'notices to browsers',
    maxRunning: 32,
    maxRunningPerKey: 3,
    maxRunningPerSecondKey: 1,
  });
const runningPosts = () => once('notifications.running_pushes', () => new Set<Promise<void>>());
const claiming = () => once('notifications.claiming_pushes', () => new KeyedMutex());

/** What the browser hands over when it subscribes. */
export const pushBrowserBody = z.strictObject({
  endpoint: z.url().max(1_000).describe('Address at the push service of the browser'),
  p256dh: z.base64url().length(87).describe('Public key of the browser'),
  auth: z.base64url().length(22).describe('Authentication secret of the browser'),
  wants: z.enum(['waiting', 'all']).default('waiting').describe('What waits for you, or every notification'),
});

/** A browser that shows notices, in wire form. */
export const pushBrowserSchema = z.strictObject({
  push_browser_id: z.string().describe('The browser'),
  name: z.string().describe('Its kind, in words'),
  endpoint_sha256: z.string().describe('Hash of its address, by which the browser knows itself'),
  wants: z.enum(['waiting', 'all']).describe('What waits for you, or every notification'),
  created_at: z.iso.datetime().describe('When it was added'),
  last_sent_at: z.iso.datetime().nullable().describe('When it was last sent a notice; null before'),
});
export type PushBrowser = z.infer<typeof pushBrowserSchema>;

/** The browsers of an owner that show notices, and the key to subscribe with. One query. */
export async function listPushBrowsers(ownerId: OwnerId): Promise<{ public_key: string; browsers: PushBrowser[] }> {
  const rows = await findPushBrowsers(ownerId);
  const browsers = rows.map((row) => ({
    push_browser_id: row.id,
    name: describeUserAgent(row.user_agent),
    endpoint_sha256: row.endpoint_hash,
    wants: row.wants,
    created_at: iso(row.created_at),
    last_sent_at: row.last_sent_at && iso(row.last_sent_at),
  }));
  return { public_key: vapidPublicKey(), browsers };
}

const sealOwnerOf = (id: string): string => `push:${id}`;

/**
 * Lets the browser of a sign-in show notices, for as long as it is signed in.
 * @param of.browserId of the cookie
 * @throws VALIDATION_ERROR for an address that is not at one of PUSH_SERVICES · INVALID_STATE for an old cookie · QUOTA_EXCEEDED above 10
 */
export async function addPushBrowser(
  of: { ownerId: OwnerId; browserId: string | null; wants: 'waiting' | 'all' } & PushAddress,
): Promise<{ push_browser_id: string }> {
  const { ownerId, browserId, wants, endpoint, p256dh, auth } = of;
  if (browserId === null) throw new AppError('INVALID_STATE', 'Sign out and in again in this browser first.');
  const fault = await findPushFault({ endpoint, p256dh, auth });
  if (fault) throw validationError([{ path: ['endpoint'], message: fault }]);
  const id = newId();
  const sealed = encryptSecret({ endpoint, p256dh, auth } satisfies PushAddress, sealOwnerOf(id));
  const endpointHash = hashSecret(endpoint);
  const isStored = await insertPushBrowser(
    { id, ownerId, browserId, endpointHash, sealed, wants, at: now() },
    MAX_BROWSERS,
  );
  if (!isStored) {
    const text = `${MAX_BROWSERS} browsers show your notices, which is the limit. Remove one first.`;
    throw quotaExceeded(text, { name: 'push_browsers', limit: MAX_BROWSERS });
  }
  return { push_browser_id: id };
}

/** Ends the notices in a browser. @throws NOT_FOUND */
export async function removePushBrowser(of: { ownerId: OwnerId; pushBrowserId: string }): Promise<void> {
  if (!(await deletePushBrowser({ id: of.pushBrowserId, ownerId: of.ownerId })))
    throw new AppError('NOT_FOUND', 'There is no browser with this id that shows your notices.');
}

/** When the next notice is due that this process may send to a browser; null when none is. For the ticker. */
export async function nextPushDue(): Promise<Date | null> {
  return posts().isFull() ? null : findNextPush(busyReceivers());
}

/**
 * Starts to send the notices that are due to browsers: a slow push service holds up only its own. Several processes may call it.
 * None is claimed after `stopping` aborts.
 */
export async function sendDuePushes(stopping?: AbortSignal): Promise<void> {
  await claiming().run('claims', async () => {
    while (!stopping?.aborted && !posts().isFull()) {
      const at = now();
      const claimed = await claimDuePush({ at, leaseUntil: new Date(at.getTime() + LEASE_MS), ...busyReceivers() });
      if (!claimed) return;
      const release = posts().tryEnter({ key: claimed.owner_id, secondKey: claimed.push_browser_id });
      const post = send(claimed, stopping)
        .catch((err: unknown) => log.error({ err, push_id: claimed.id }, 'a notice was not sent to a browser'))
        .finally(() => {
          release?.();
          runningPosts().delete(post);
          pushDue.announce(now());
        });
      runningPosts().add(post);
    }
  });
}

/** Resolves when the posts of this process have ended. */
export async function pushesFinished(): Promise<void> {
  await Promise.all(runningPosts());
}

function busyReceivers() {
  const { full, fullSecond } = posts().usage();
  return { busyOwnerIds: full, busyIds: fullSecond };
}

async function send(claimed: ClaimedPush, signal?: AbortSignal): Promise<void> {
  const { id, push_browser_id: browserId, sealed, type, data, at, read_at: readAt } = claimed;
  const isOld = now().getTime() - at.getTime() > MAX_AGE_MS;
  if (isOld || readAt !== null || !claimed.is_signed_in || (await hasHadEnough(browserId))) return dropPush(id);
  const address = decryptSecret(sealed, sealOwnerOf(browserId)) as PushAddress;
  const authorization = await vapidAuthorization(address.endpoint);
  const answer = await postPush(address, { text: JSON.stringify(pushText(type, data)), authorization, signal });
  const status = 'status' in answer ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) return finishPush({ id, at: now() });
  if (status !== null && GONE.includes(status)) return removeEndedBrowser(browserId);
  const mayWorkLater = status === null || status === 429 || status >= 500;
  const pauseMs = mayWorkLater ? PAUSES_MS[claimed.attempts - 1] : undefined;
  log.warn({ push_browser_id: browserId, attempts: claimed.attempts, ...answer }, 'a push service took no notice');
  if (pauseMs === undefined) return failPush({ id, max: MAX_FAILURES });
  return postponePush({ id, dueAt: new Date(now().getTime() + pauseMs) });
}

async function hasHadEnough(browserId: string): Promise<boolean> {
  return limitCall({ ...PER_BROWSER, key: browserId }).then(
    () => false,
    (thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') return true;
      throw thrown;
    },
  );
}

/** Encrypts the addresses of browsers with the first key of ENCRYPTION_KEYS, so that a replaced key can be removed. */
export function reencryptPushBrowsers(stopping?: AbortSignal): Promise<{ reencrypted: number; undecryptable: number }> {
  const list = async (prefix: Buffer, afterId: string, limit: number) =>
    (await listSealedOtherwise(prefix, afterId, limit)).map((row) => ({ ...row, owner: sealOwnerOf(row.id) }));
  return reencryptRows({ name: 'addresses of browsers', list, replace: replaceSealed }, stopping);
}

/** What a browser shows. */
interface PushText {
  title: string;
  body: string;
  /** Where a click leads, from our origin. */
  path: string;
}

const MAX_TEXT_CHARACTERS = 120;
const OTHER_TEXT: PushText = { title: 'Botplay', body: 'There is a new notification.', path: '/console/notifications' };

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? value : '';
  return shortenText(text, MAX_TEXT_CHARACTERS);
};
const matchPath = (data: Record<string, unknown>): string => `/matches/${encodeURIComponent(shorten(data.match_id))}`;

/** A notice as a browser shows it, on a screen that others may see: no arguments of calls, and nothing that a game hides. */
function pushText(type: NoticeType, data: Record<string, unknown>): PushText {
  switch (type) {
    case 'approval_requested':
      return {
        title: `${shorten(data.agent_name)} waits for you`,
        body: `It asks to call ${shorten(data.tool)}.`,
        path: '/console/approvals',
      };
    case 'your_turn':
      return { title: 'It is your turn', body: shorten(data.experience_name), path: matchPath(data) };
    case 'move_due_soon':
      return {
        title: `${shorten(data.agent_name)} has to move soon`,
        body: `${shorten(data.experience_name)}: the game is lost without a move.`,
        path: matchPath(data),
      };
    case 'experience_offline':
      return { title: 'An experience of yours is offline', body: shorten(data.experience_name), path: OTHER_TEXT.path };
    default:
      return OTHER_TEXT;
  }
}
