import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';
import type { NoticeType } from './notices.schema';

/** A delivery that this process has claimed. */
export type ClaimedDelivery = Row<'WebhookDelivery', 'id' | 'webhook_id' | 'attempts'> &
  Row<'Webhook', 'owner_id' | 'url' | 'sealed', { sealed: Buffer }> &
  Row<'Notification', 'type' | 'data' | 'at', { type: NoticeType; data: Record<string, unknown> }>;

/** Webhooks and owners for which nothing more is sent now. */
export interface BusyReceivers {
  webhookIds: readonly string[];
  ownerIds: readonly string[];
}

/**
 * Claims a delivery until `leaseUntil`, after which another process may send it; null when none is due. Owners to whom nothing
 * is sent at the moment come first, then the delivery that has been due longest.
 */
export async function claimDue(of: {
  at: Date;
  leaseUntil: Date;
  busy: BusyReceivers;
  /** Owners to whom something is sent at the moment. */
  servedOwnerIds: readonly string[];
}): Promise<ClaimedDelivery | null> {
  const rows = await sql<ClaimedDelivery>(
    'deliveries.claim',
    `WITH due AS (
       SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
        WHERE d.status = 'pending' AND d.due_at <= $1 AND w.is_enabled
          AND (w.paused_until IS NULL OR w.paused_until <= $1)
          AND d.webhook_id <> ALL ($3::uuid[]) AND w.owner_id <> ALL ($4::uuid[])
        ORDER BY w.owner_id = ANY ($5::uuid[]), d.due_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1, due_at = $2
       FROM due, webhooks w, notifications n
      WHERE d.id = due.id AND w.id = d.webhook_id AND n.id = d.notification_id
     RETURNING d.id, d.webhook_id, w.owner_id, d.attempts, w.url, w.sealed, n.type, n.data, n.at`,
    [of.at, of.leaseUntil, of.busy.webhookIds, of.busy.ownerIds, of.servedOwnerIds],
  );
  return rows[0] ?? null;
}

/** When the next delivery of other webhooks and owners is due; null when none is. */
export async function findNextDue(busy: BusyReceivers): Promise<Date | null> {
  const rows = await sql<{ due_at: Date | null }>(
    'deliveries.next',
    `SELECT min(greatest(d.due_at, w.paused_until)) AS due_at FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.status = 'pending' AND w.is_enabled AND d.webhook_id <> ALL ($1::uuid[]) AND w.owner_id <> ALL ($2::uuid[])`,
    [busy.webhookIds, busy.ownerIds],
  );
  return rows[0]?.due_at ?? null;
}

/** Stores how an attempt went. */
export async function storeAttempt(of: {
  id: string;
  status: 'pending' | 'delivered' | 'failed';
  dueAt: Date | null;
  httpStatus: number | null;
  error: string | null;
  durationMs: number;
  at: Date;
}): Promise<void> {
  await sql(
    'deliveries.store_attempt',
    `UPDATE webhook_deliveries SET status = $2::text, due_at = $3, http_status = $4, error = $5, duration_ms = $6,
            finished_at = CASE WHEN $2::text <> 'pending' THEN $7::timestamptz END
      WHERE id = $1`,
    [of.id, of.status, of.dueAt, of.httpStatus, of.error, of.durationMs, of.at],
  );
}

/** Notes that an attempt succeeded: the address of the webhook is not paused. */
export async function endPause(id: string): Promise<void> {
  await sql(
    'deliveries.end_pause',
    `UPDATE webhooks w SET failures_in_row = 0, paused_until = NULL FROM webhooks of
      WHERE of.id = $1 AND w.owner_id = of.owner_id AND w.url = of.url AND w.failures_in_row > 0`,
    [id],
  );
}

/**
 * Counts a failed attempt for all webhooks of the owner with this address, and pauses them: from failure number
 * `failuresToPause` on for `firstPauseMs`, twice as long after each further one, at most `maxPauseMs`.
 */
export async function countFailedAttempt(of: {
  id: string;
  at: Date;
  failuresToPause: number;
  firstPauseMs: number;
  maxPauseMs: number;
}): Promise<void> {
  await sql(
    'deliveries.count_failure',
    `UPDATE webhooks w SET failures_in_row = least(w.failures_in_row + 1, 1000),
            paused_until = CASE WHEN w.failures_in_row + 1 >= $3::int THEN $2::timestamptz + interval '1 millisecond'
              * least($5::float8, $4::float8 * power(2, least(w.failures_in_row + 1 - $3::int, 30))) END
       FROM webhooks of WHERE of.id = $1 AND w.owner_id = of.owner_id AND w.url = of.url`,
    [of.id, of.at, of.failuresToPause, of.firstPauseMs, of.maxPauseMs],
  );
}

/** Turns a webhook off whose server answered that it is gone. */
export async function disableWebhook(id: string): Promise<void> {
  await sql('deliveries.disable', 'UPDATE webhooks SET is_enabled = false WHERE id = $1', [id]);
}

/** A delivery as the log of a webhook shows it. */
export type DeliveryRow = Row<
  'WebhookDelivery',
  'id' | 'status' | 'attempts' | 'http_status' | 'error' | 'duration_ms' | 'due_at' | 'created_at' | 'finished_at',
  { status: 'pending' | 'delivered' | 'failed' }
> & { type: NoticeType };

/** The newest deliveries of an owner's webhook. */
export async function findDeliveries(of: {
  webhookId: string;
  ownerId: string;
  limit: number;
}): Promise<DeliveryRow[]> {
  return sql<DeliveryRow>(
    'deliveries.list',
    `SELECT d.id, n.type, d.status, d.attempts, d.http_status, d.error, d.duration_ms,
            greatest(d.due_at, CASE WHEN d.due_at IS NOT NULL THEN w.paused_until END) AS due_at, d.created_at, d.finished_at
       FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN notifications n ON n.id = d.notification_id
      WHERE w.id = $1 AND w.owner_id = $2 ORDER BY d.created_at DESC, d.id DESC LIMIT $3`,
    [of.webhookId, of.ownerId, of.limit],
  );
}

/** Queues a finished delivery of the owner's again, and ends the pause of its webhook. Returns false when there is none. */
export async function requeue(of: { deliveryId: string; ownerId: string; at: Date }): Promise<boolean> {
  const rows = await sql(
    'deliveries.requeue',
    `WITH d AS (
       UPDATE webhook_deliveries d SET status = 'pending', attempts = 0, due_at = $3, finished_at = NULL
         FROM webhooks w WHERE d.id = $1 AND w.id = d.webhook_id AND w.owner_id = $2 AND d.status <> 'pending'
       RETURNING d.webhook_id)
     UPDATE webhooks w SET paused_until = NULL FROM d WHERE w.id = d.webhook_id RETURNING 1`,
    [of.deliveryId, of.ownerId, of.at],
  );
  return rows.length > 0;
}
