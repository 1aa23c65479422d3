import { Webhook as Signer } from 'standardwebhooks';
import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import type { OwnerId } from '@/lib/core/ids';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { log } from '@/lib/core/log';
import { decryptSecret } from '@/lib/domain/credentials';
import { postWebhook, type WebhookAnswer } from '@/lib/gateway';
import {
  type BusyReceivers,
  type ClaimedDelivery,
  claimDue,
  countFailedAttempt,
  type DeliveryRow,
  disableWebhook,
  endPause,
  findDeliveries,
  findNextDue,
  requeue,
  storeAttempt,
} from './deliveries.repo';
import { deliveryDue } from './notices.service';
import { sealOwnerOf } from './webhooks.service';

/** Posts of this process; the second key is the webhook. Deliveries wait as rows. */
const posts = () =>
  fairQueue({ name: 'webhooks', what: 'webhooks', maxRunning: 64, maxRunningPerKey: 3, maxRunningPerSecondKey: 1 });
/** Longer than an attempt may take: after it another process sends the delivery. */
const LEASE_MS = 60_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Pauses after failed attempts: eight attempts in about nine hours. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  120 * MINUTE_MS,
  360 * MINUTE_MS,
];
/** After so many failures in a row an address is called less often. */
const PAUSE = { failuresToPause: 3, firstPauseMs: 10 * SECOND_MS, maxPauseMs: 10 * MINUTE_MS };
const GONE = 410;
const MAX_LISTED = 50;

/** An entry of the delivery log in wire form. */
export const deliverySchema = z.strictObject({
  delivery_id: z.string().describe('The delivery'),
  type: z.string().describe('Kind'),
  status: z.enum(['pending', 'delivered', 'failed']).describe('State'),
  attempts: z.int().describe('How often it was sent'),
  http_status: z.int().nullable().describe('HTTP status of the last answer; null without one'),
  error: z.string().nullable().describe('What went wrong; null after success'),
  duration_ms: z.number().nullable().describe('How long it took'),
  next_attempt_at: z.iso.datetime().nullable().describe('When it is sent next; null when it is finished'),
  created_at: z.iso.datetime().describe('When it was made'),
  finished_at: z.iso.datetime().nullable().describe('When it was finished; null before'),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** The posts of this process. */
const runningPosts = () => once('notifications.running_posts', () => new Set<Promise<void>>());

/** Claims of this process are made one after the other, so that each sees the posts of those before. */
const claiming = () => once('notifications.claiming', () => new KeyedMutex());

/** When the next delivery is due that this process may send; null when none is. For the ticker. */
export async function nextDeliveryDue(): Promise<Date | null> {
  return posts().isFull() ? null : findNextDue(busyReceivers());
}

/**
 * Starts to send the deliveries that are due: a slow webhook holds up only its own deliveries, an owner uses a part of the
 * places. The end of a post calls the ticker again. Several processes may call it: a delivery is claimed by one, and by another
 * when that one has not stored an outcome within a minute. None is claimed after `stopping` aborts.
 */
export async function sendDueDeliveries(stopping?: AbortSignal): Promise<void> {
  await claiming().run('claims', () => startDuePosts(stopping));
}

async function startDuePosts(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && !posts().isFull()) {
    const at = now();
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    const servedOwnerIds = posts().usage().running;
    const delivery = await claimDue({ at, leaseUntil, busy: busyReceivers(), servedOwnerIds });
    if (!delivery) return;
    const release = posts().tryEnter({ key: delivery.owner_id, secondKey: delivery.webhook_id });
    const post = send(delivery, stopping)
      .catch((error: unknown) => log.error({ err: error, delivery_id: delivery.id }, 'could not store a delivery'))
      .finally(() => {
        release?.();
        runningPosts().delete(post);
        deliveryDue.announce(now());
      });
    runningPosts().add(post);
  }
}

/** Resolves when the posts of this process have ended. */
export async function deliveriesFinished(): Promise<void> {
  await Promise.all(runningPosts());
}

function busyReceivers(): BusyReceivers {
  const { full, fullSecond } = posts().usage();
  return { ownerIds: full, webhookIds: fullSecond };
}

async function send(delivery: ClaimedDelivery, signal?: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  const answer = await post(delivery, signal);
  const durationMs = Math.round(performance.now() - startedMs);
  const status = 'status' in answer ? answer.status : null;
  const at = now();
  if (status !== null && status >= 200 && status < 300) {
    const outcome = { status: 'delivered', dueAt: null, httpStatus: status, error: null } as const;
    await endPause(delivery.webhook_id);
    return storeAttempt({ id: delivery.id, ...outcome, durationMs, at });
  }
  const pauseMs = status === GONE ? undefined : PAUSES_MS[delivery.attempts - 1];
  if (status === GONE) await disableWebhook(delivery.webhook_id);
  if (!signal?.aborted) await countFailedAttempt({ id: delivery.webhook_id, at, ...PAUSE });
  await storeAttempt({
    id: delivery.id,
    status: pauseMs === undefined ? 'failed' : 'pending',
    dueAt: pauseMs === undefined ? null : new Date(at.getTime() + pauseMs),
    httpStatus: status,
    error: 'fault' in answer ? answer.fault : `The address answered HTTP ${answer.status}.`,
    durationMs,
    at,
  });
}

/** Signs and posts. The headers are those of standardwebhooks.com; the id is the same in every attempt. */
async function post(delivery: ClaimedDelivery, signal?: AbortSignal): Promise<WebhookAnswer> {
  const { id, webhook_id: webhookId, url, sealed, type, data, at } = delivery;
  try {
    const secret = String(decryptSecret(sealed, sealOwnerOf(webhookId)));
    const body = JSON.stringify({ type, timestamp: iso(at), data });
    const sentAt = now();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND_MS)),
      'webhook-signature': new Signer(secret).sign(id, sentAt, body),
    };
    return await postWebhook(url, { headers, body, signal });
  } catch (error) {
    log.error({ err: error, webhook_id: webhookId }, 'could not send a webhook');
    return { fault: 'Botplay could not send it.' };
  }
}

/** The newest deliveries of a webhook; none when the owner has no such webhook. */
export async function listDeliveries(of: { ownerId: OwnerId; webhookId: string }): Promise<Delivery[]> {
  return (await findDeliveries({ ...of, limit: MAX_LISTED })).map(toDelivery);
}

/** Sends a finished delivery again, with all its attempts. @throws NOT_FOUND */
export async function redeliver(of: { ownerId: OwnerId; deliveryId: string }): Promise<void> {
  const at = now();
  if (!(await requeue({ ...of, at }))) throw new AppError('NOT_FOUND', 'There is no finished delivery with this id.');
  deliveryDue.announce(at);
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    delivery_id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    http_status: row.http_status,
    error: row.error,
    duration_ms: row.duration_ms,
    next_attempt_at: row.due_at && iso(row.due_at),
    created_at: iso(row.created_at),
    finished_at: row.finished_at && iso(row.finished_at),
  };
}
