import { Webhook as Signer } from 'standardwebhooks';
import { iso, now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { OwnerId } from '@/lib/core/ids';
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
import { announceDeliveries } from './delivery-signal';
import { sealOwnerOf } from './webhooks.service';

const BATCH = 20;
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
export interface Delivery {
  delivery_id: string;
  type: string;
  status: DeliveryRow['status'];
  attempts: number;
  http_status: number | null;
  error: string | null;
  duration_ms: number | null;
  /** When it is sent next; null when it is finished. */
  next_attempt_at: string | null;
  created_at: string;
  finished_at: string | null;
}

/** When the next delivery is due; for the ticker. */
export const nextDeliveryDue = findNextDue;

/**
 * Sends the deliveries that are due. Several processes may call it: a delivery is claimed by one, and by another when that
 * one has not stored an outcome within a minute. None is claimed after `stopping` aborts. Returns how many were sent.
 */
export async function sendDueDeliveries(stopping?: AbortSignal): Promise<number> {
  let sent = 0;
  while (!stopping?.aborted) {
    const at = now();
    const claimed = await claimDue({ at, leaseUntil: new Date(at.getTime() + LEASE_MS), limit: BATCH });
    await Promise.all(claimed.map((delivery) => send(delivery, stopping)));
    sent += claimed.length;
    if (claimed.length < BATCH) break;
  }
  return sent;
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
  announceDeliveries(at);
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
