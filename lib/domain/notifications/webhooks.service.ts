import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { iso, now } from '@/lib/core/clock';
import { AppError, quotaExceeded, validationError } from '@/lib/core/errors';
import { newId, type OwnerId } from '@/lib/core/ids';
import { encryptSecret, reencryptRows } from '@/lib/domain/credentials';
import { limitCall } from '@/lib/domain/limits';
import { findWebhookUrlFault } from '@/lib/gateway';
import type { NoticeType } from './notices.schema';
import { deliveryDue } from './notices.service';
import {
  deleteOwnedWebhook,
  findWebhooks,
  insertTestDelivery,
  insertWebhook,
  listSealedOtherwise,
  replaceSealed,
  setEnabled,
  type WebhookRow,
} from './webhooks.repo';

const MAX_WEBHOOKS = 10;
const SECRET_BYTES = 32;
const TESTS = { name: 'webhook_test', points: 5, durationMs: 60_000, what: 'tests of webhooks' };

/** A webhook in wire form, with how its deliveries went. */
export const webhookSchema = z.strictObject({
  webhook_id: z.string().describe('The webhook'),
  url: z.string().describe('Where it is sent'),
  types: z.array(z.string()).describe('Empty: all'),
  is_enabled: z.boolean().describe('Whether it is sent'),
  created_at: z.iso.datetime().describe('When it was made'),
  delivered: z.int().describe('Deliveries that arrived'),
  failed: z.int().describe('Those that failed'),
  pending: z.int().describe('Deliveries that wait'),
  last_delivery_at: z.iso.datetime().nullable().describe('When the last delivery was sent; null before'),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** What the secret of a webhook is sealed for. */
export const sealOwnerOf = (webhookId: string): string => `webhook:${webhookId}`;

/**
 * Adds an address that gets an owner's notices, signed as Standard Webhooks describes. The secret is returned once.
 * @throws VALIDATION_ERROR for an address that may not be called · QUOTA_EXCEEDED above 10
 */
export async function addWebhook(of: {
  ownerId: OwnerId;
  url: string;
  types: readonly NoticeType[];
}): Promise<{ webhook_id: string; secret: string }> {
  const fault = await findWebhookUrlFault(of.url);
  if (fault) throw validationError([{ path: ['url'], message: fault }]);
  const id = newId();
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const stored = await insertWebhook({ ...of, id, sealed: encryptSecret(secret, sealOwnerOf(id)) }, MAX_WEBHOOKS);
  if (!stored) {
    throw quotaExceeded(`You have ${MAX_WEBHOOKS} webhooks, which is the limit. Delete one first.`, {
      name: 'webhooks',
      limit: MAX_WEBHOOKS,
    });
  }
  return { webhook_id: id, secret };
}

/** An owner's webhooks, in the order in which they were added. */
export async function listWebhooks(ownerId: OwnerId): Promise<Webhook[]> {
  return (await findWebhooks(ownerId)).map(toWebhook);
}

/** Turns a webhook on or off; what is queued waits while it is off. @throws NOT_FOUND */
export async function enableWebhook(of: { ownerId: OwnerId; webhookId: string; isEnabled: boolean }): Promise<void> {
  if (!(await setEnabled({ id: of.webhookId, ownerId: of.ownerId, isEnabled: of.isEnabled }))) throw notFound();
  deliveryDue.announce(now());
}

/** Deletes a webhook with its delivery log. @throws NOT_FOUND */
export async function deleteWebhook(of: { ownerId: OwnerId; webhookId: string }): Promise<void> {
  if (!(await deleteOwnedWebhook({ id: of.webhookId, ownerId: of.ownerId }))) throw notFound();
}

/**
 * Sends a notice of the type `webhook_test` to one webhook, also when it is paused after failures.
 * @throws NOT_FOUND, also while the webhook is off · RATE_LIMITED above 5 a minute for all webhooks of the owner
 */
export async function testWebhook(of: { ownerId: OwnerId; webhookId: string }): Promise<void> {
  await limitCall({ ...TESTS, key: of.ownerId });
  const at = now();
  if (!(await insertTestDelivery({ ...of, noticeId: newId(), deliveryId: newId(), at }))) throw notFound();
  deliveryDue.announce(at);
}

/** Encrypts the secrets of webhooks with the first key of ENCRYPTION_KEYS, so that a replaced key can be removed. */
export function reencryptWebhooks(stopping?: AbortSignal): Promise<{ reencrypted: number; undecryptable: number }> {
  const list = async (prefix: Buffer, afterId: string, limit: number) =>
    (await listSealedOtherwise(prefix, afterId, limit)).map((row) => ({ ...row, owner: sealOwnerOf(row.id) }));
  return reencryptRows({ name: 'secrets of webhooks', list, replace: replaceSealed }, stopping);
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is no webhook with this id that is turned on.');
}

function toWebhook(row: WebhookRow): Webhook {
  return {
    webhook_id: row.id,
    url: row.url,
    types: row.types,
    is_enabled: row.is_enabled,
    created_at: iso(row.created_at),
    delivered: row.delivered,
    failed: row.failed,
    pending: row.pending,
    last_delivery_at: row.last_at && iso(row.last_at),
  };
}
