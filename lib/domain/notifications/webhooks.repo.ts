import { sql, transaction } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** A webhook as its owner sees it, with how its deliveries went. */
export type WebhookRow = Row<'Webhook', 'id' | 'url' | 'types' | 'is_enabled' | 'created_at'> & {
  delivered: number;
  failed: number;
  pending: number;
  last_at: Date | null;
};

/** Stores a webhook unless the owner has `max`. Returns whether it was stored. */
export async function insertWebhook(
  webhook: { id: string; ownerId: string; url: string; types: readonly string[]; sealed: Buffer },
  max: number,
): Promise<boolean> {
  return transaction(async (client) => {
    await sql('webhooks.lock_owner', 'SELECT 1 FROM owners WHERE id = $1 FOR UPDATE', [webhook.ownerId], client);
    const rows = await sql(
      'webhooks.insert',
      `INSERT INTO webhooks (id, owner_id, url, types, sealed)
       SELECT $1::uuid, $2::uuid, $3, $4::text[], $5::bytea
        WHERE (SELECT count(*) FROM webhooks WHERE owner_id = $2::uuid) < $6 RETURNING id`,
      [webhook.id, webhook.ownerId, webhook.url, webhook.types, webhook.sealed, max],
      client,
    );
    return rows.length > 0;
  });
}

/** An owner's webhooks, in the order in which they were added. */
export async function findWebhooks(ownerId: string): Promise<WebhookRow[]> {
  return sql<WebhookRow>(
    'webhooks.list',
    `SELECT w.id, w.url, w.types, w.is_enabled, w.created_at, d.delivered::int, d.failed::int, d.pending::int, d.last_at
       FROM webhooks w CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE status = 'delivered') AS delivered, count(*) FILTER (WHERE status = 'failed') AS failed,
                count(*) FILTER (WHERE status = 'pending') AS pending, max(created_at) AS last_at
           FROM webhook_deliveries WHERE webhook_id = w.id) d
      WHERE w.owner_id = $1 ORDER BY w.created_at, w.id`,
    [ownerId],
  );
}

/** Turns a webhook on or off, and ends its pause. Returns false when the owner has no such webhook. */
export async function setEnabled(of: { id: string; ownerId: string; isEnabled: boolean }): Promise<boolean> {
  const rows = await sql(
    'webhooks.set_enabled',
    'UPDATE webhooks SET is_enabled = $3, paused_until = NULL WHERE id = $1 AND owner_id = $2 RETURNING 1',
    [of.id, of.ownerId, of.isEnabled],
  );
  return rows.length > 0;
}

/** Deletes a webhook with its deliveries. Returns false when the owner has no such webhook. */
export async function deleteOwnedWebhook(of: { id: string; ownerId: string }): Promise<boolean> {
  const rows = await sql('webhooks.delete', 'DELETE FROM webhooks WHERE id = $1 AND owner_id = $2 RETURNING 1', [
    of.id,
    of.ownerId,
  ]);
  return rows.length > 0;
}

/** Queues a test notice for one webhook, and ends its pause. Returns false when the owner has no such webhook that is turned on. */
export async function insertTestDelivery(of: {
  webhookId: string;
  ownerId: string;
  noticeId: string;
  deliveryId: string;
  at: Date;
}): Promise<boolean> {
  const rows = await sql(
    'webhooks.insert_test',
    `WITH w AS (
       UPDATE webhooks SET paused_until = NULL WHERE id = $1 AND owner_id = $2 AND is_enabled RETURNING id, owner_id),
     n AS (
       INSERT INTO notifications (id, owner_id, type, data, at, read_at)
       SELECT $3::uuid, owner_id, 'webhook_test', jsonb_build_object('webhook_id', id), $5::timestamptz, $5::timestamptz
         FROM w RETURNING id)
     INSERT INTO webhook_deliveries (id, webhook_id, notification_id, status, due_at, created_at)
     SELECT $4::uuid, w.id, n.id, 'pending', $5::timestamptz, $5::timestamptz FROM w, n RETURNING 1`,
    [of.webhookId, of.ownerId, of.noticeId, of.deliveryId, of.at],
  );
  return rows.length > 0;
}

/** Webhooks behind `afterId` whose sealed secret does not begin with `prefix`, by id. */
export async function listSealedOtherwise(
  prefix: Buffer,
  afterId: string,
  limit: number,
): Promise<Row<'Webhook', 'id' | 'sealed'>[]> {
  return sql<Row<'Webhook', 'id' | 'sealed'>>(
    'webhooks.sealed_otherwise',
    `SELECT id, sealed FROM webhooks
      WHERE id > $1 AND substring(sealed FROM 1 FOR length($2::bytea)) <> $2::bytea ORDER BY id LIMIT $3`,
    [afterId, prefix, limit],
  );
}

/** Replaces a sealed secret, unless it changed since it was read. */
export async function replaceSealed(id: string, previous: Uint8Array, sealed: Buffer): Promise<void> {
  await sql('webhooks.reseal', 'UPDATE webhooks SET sealed = $3 WHERE id = $1 AND sealed = $2', [
    id,
    Buffer.from(previous),
    sealed,
  ]);
}
