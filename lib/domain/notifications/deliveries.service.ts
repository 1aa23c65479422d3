import { Webhook as Signer } from 'standardwebhooks';
import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import type { OwnerId } from '@/lib/core/ids';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { log } from '@/lib/core/log';
import { decryptSecret } from '@/lib/domain/credentials';
import { postWebhook, type WebhookAnswer } from '@/lib/gateway';
import {
  type ClaimedDelivery,
  claimDue,
  type DeliveryRow,
  disableWebhook,
  findDeliveries,
  findNextDue,
  requeue,
  storeAttempt,
} from './deliveries.repo';
import { deliveryDue } from './notices.service';
import { sealOwnerOf } from './webhooks.service';

/** Posts of this process that run at the same time: in all, and for one owner. A webhook has one. */
const MAX_RUNNING = 20;
const MAX_RUNNING_PER_OWNER = 3;
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

interface RunningPost {
  ownerId: string;
  done: Promise<void>;
}

/** The posts of this process, by the id of their webhook. */
const runningPosts = () => once('notifications.running_posts', () => new Map<string, RunningPost>());

/** Claims of this process are made one after the other, so that each sees the posts of those before. */
const claiming = () => once('notifications.claiming', () => new KeyedMutex());

/** When the next delivery is due that this process may send; null when none is. For the ticker. */
export async function nextDeliveryDue(): Promise<Date | null> {
  return runningPosts().size < MAX_RUNNING ? findNextDue(busyReceivers()) : null;
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
  const running = runningPosts();
  while (!stopping?.aborted && running.size < MAX_RUNNING) {
    const at = now();
    const leaseUntil = new Date(at.getTime() + LEASE_MS);
    const delivery = await claimDue({ at, leaseUntil, ...busyReceivers() });
    if (!delivery) return;
    const done = send(delivery, stopping)
      .catch((error: unknown) => log.error({ err: error, delivery_id: delivery.id }, 'could not store a delivery'))
      .finally(() => {
        running.delete(delivery.webhook_id);
        deliveryDue.announce(now());
      });
    running.set(delivery.webhook_id, { ownerId: delivery.owner_id, done });
  }
}

/** Resolves when the posts of this process have ended. */
export async function deliveriesFinished(): Promise<void> {
  await Promise.all([...runningPosts().values()].map(({ done }) => done));
}

/** Webhooks with a post, and owners that use all their places. */
function busyReceivers(): { webhookIds: string[]; ownerIds: string[] } {
  const running = [...runningPosts()];
  const postsByOwner = new Map<string, number>();
  for (const [, { ownerId }] of running) postsByOwner.set(ownerId, (postsByOwner.get(ownerId) ?? 0) + 1);
  return {
    webhookIds: running.map(([webhookId]) => webhookId),
    ownerIds: [...postsByOwner].flatMap(([ownerId, posts]) => (posts >= MAX_RUNNING_PER_OWNER ? [ownerId] : [])),
  };
}

async function send(delivery: ClaimedDelivery, signal?: AbortSignal): Promise<void> {
  const startedMs = performance.now();
  const answer = await post(delivery, signal);
  const durationMs = Math.round(performance.now() - startedMs);
  const status = 'status' in answer ? answer.status : null;
  const at = now();
  if (status !== null && status >= 200 && status < 300) {
    const outcome = { status: 'delivered', dueAt: null, httpStatus: status, error: null } as const;
    return storeAttempt({ id: delivery.id, ...outcome, durationMs, at });
  }
  const pauseMs = status === GONE ? undefined : PAUSES_MS[delivery.attempts - 1];
  if (status === GONE) await disableWebhook(delivery.webhook_id);
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
