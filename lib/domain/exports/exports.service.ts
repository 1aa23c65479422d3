import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { DueSignal } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { readEmail } from '@/lib/domain/accounts';
import { mailExportLink, sendsMail } from '@/lib/domain/mail';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { ArchiveTooLarge, writeArchive } from './archive';
import {
  type ClaimedExport,
  claimExport,
  deleteChunks,
  deleteExpired,
  type ExportRow,
  emptyExport,
  findExports,
  findNextExport,
  findOldestRequest,
  findReadyExport,
  insertExport,
  readChunk,
  storeChunk,
  storeOutcome,
  transaction,
} from './exports.repo';
import { EXPORT_DAYS, MAX_EXPORTS_A_DAY, type OwnerExport } from './exports.schema';

/** Archives wait as rows: a process that dies loses none. */
export const exportDue = new DueSignal('exports');

const DAY_MS = 24 * 3_600_000;
/** After it another process takes over; each piece that is stored renews it. */
const LEASE_MS = 5 * 60_000;
const RETRY_MS = 60_000;
const MAX_ATTEMPTS = 3;
const CHUNK_BYTES = 1_048_576;
const MAX_ARCHIVE_BYTES = 512 * 1_048_576;

const toExport = (row: ExportRow): OwnerExport => ({
  export_id: row.id,
  status: row.status,
  requested_at: iso(row.requested_at),
  finished_at: row.finished_at && iso(row.finished_at),
  expires_at: iso(row.expires_at),
  bytes: row.bytes,
  error: row.error,
});

/**
 * Asks for an archive of everything about an owner, which is made within minutes.
 * @throws INVALID_STATE while one is being made · RATE_LIMITED after three in 24 hours
 */
export async function requestExport(ownerId: string): Promise<OwnerExport> {
  const at = now();
  const since = new Date(at.getTime() - DAY_MS);
  const expiresAt = new Date(at.getTime() + EXPORT_DAYS * DAY_MS);
  const row = await insertExport({ id: newId(), ownerId, at, expiresAt, since, most: MAX_EXPORTS_A_DAY });
  if (row === 'busy') throw new AppError('INVALID_STATE', 'An archive is being made already. Wait until it is ready.');
  if (row === 'too_many') {
    const oldest = await findOldestRequest(ownerId, since);
    const retryAfterS = Math.ceil(((oldest?.getTime() ?? at.getTime()) + DAY_MS - at.getTime()) / 1000);
    const text = `${MAX_EXPORTS_A_DAY} archives were asked for in 24 hours. Download one of them, or ask again later.`;
    throw new AppError('RATE_LIMITED', text, { retryAfterS: Math.max(1, retryAfterS) });
  }
  exportDue.announce(at);
  return toExport(row);
}

/** The archives of an owner, the newest first. */
export async function listExports(ownerId: string): Promise<OwnerExport[]> {
  return (await findExports(ownerId, now())).map(toExport);
}

/** Removes the contents of an archive before it expires. @throws NOT_FOUND, also while it is being made */
export async function removeExport(of: { ownerId: string; exportId: string }): Promise<void> {
  const isRemoved = await emptyExport({ id: of.exportId, ownerId: of.ownerId, at: now() });
  if (!isRemoved) throw new AppError('NOT_FOUND', 'There is no archive with this id that is ready.');
}

/** The bytes of an archive, one piece after the other, for its owner. @throws NOT_FOUND */
export async function openExport(of: {
  ownerId: string;
  exportId: string;
}): Promise<{ bytes: number; requestedAt: Date; pieces: AsyncGenerator<Buffer> }> {
  const found = await findReadyExport({ id: of.exportId, ownerId: of.ownerId, at: now() });
  if (!found) throw new AppError('NOT_FOUND', 'There is no archive with this id, or it has expired.');
  return { bytes: found.bytes, requestedAt: found.requested_at, pieces: piecesOf(of.exportId) };
}

async function* piecesOf(exportId: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const piece = await readChunk(exportId, number);
    if (!piece) return;
    yield piece;
  }
}

/** When the next archive is due; null when none waits. */
export async function nextExportDue(): Promise<Date | null> {
  return findNextExport();
}

/** Makes the archives that are due, one after the other. Several processes may call it. Returns how many attempts were made. */
export async function makeDueExports(stopping: AbortSignal): Promise<number> {
  for (let attempts = 0; ; attempts++) {
    if (stopping.aborted) return attempts;
    const at = now();
    const claimed = await claimExport(at, leaseFrom(at));
    if (!claimed) return attempts;
    await attempt(claimed, stopping);
  }
}

const leaseFrom = (at: Date): Date => new Date(at.getTime() + LEASE_MS);

async function attempt(claimed: ClaimedExport, stopping: AbortSignal): Promise<void> {
  const { id, owner_id: ownerId, attempts } = claimed;
  try {
    await deleteChunks(claimed);
    const limits = { chunkBytes: CHUNK_BYTES, maxBytes: MAX_ARCHIVE_BYTES };
    const bytes = await writeArchive({ ownerId, at: now(), stopping, ...limits }, (number, piece) =>
      storeChunk(claimed, { number, bytes: piece, leaseUntil: leaseFrom(now()) }),
    );
    if (await storeReady(claimed, bytes)) await announceReady(claimed);
  } catch (err) {
    await fail(claimed, { isTooLarge: err instanceof ArchiveTooLarge });
    if (!stopping.aborted) log.error({ err, export_id: id, attempts }, 'an archive of an owner could not be made');
  }
}

/** Stores that an archive is ready, with the notice of it: neither is stored without the other. Returns whether it was. */
function storeReady(claimed: ClaimedExport, bytes: number): Promise<boolean> {
  const { id, attempts, owner_id: ownerId, expires_at: expiresAt } = claimed;
  return transaction(async (client) => {
    const at = now();
    const outcome = { id, attempts, status: 'ready', at, dueAt: at, bytes, error: null } as const;
    if (!(await storeOutcome(outcome, client))) return false;
    const data = { export_id: id, expires_at: iso(expiresAt) };
    await notifyOwner({ ownerId, type: 'export_ready', data, onceKey: `export:${id}` }, client);
    return true;
  });
}

async function fail(claimed: ClaimedExport, { isTooLarge }: { isTooLarge: boolean }): Promise<void> {
  const { id, owner_id: ownerId, attempts } = claimed;
  const at = now();
  const isOver = isTooLarge || attempts >= MAX_ATTEMPTS;
  const error = isTooLarge
    ? 'It is larger than 512 MiB. Ask the operator of this site, who can read it from the database.'
    : 'It could not be made. Ask for it again; if it fails again, tell the operator of this site.';
  const outcome = {
    id,
    attempts,
    status: isOver ? ('failed' as const) : ('pending' as const),
    at,
    dueAt: new Date(at.getTime() + RETRY_MS),
    bytes: null,
    error: isOver ? error : null,
  };
  // An archive of which the answer was lost may be ready, or another process makes it: its pieces stay.
  if (!(await storeOutcome(outcome))) return;
  await deleteChunks(claimed);
  // Wakes the page that shows the state; there is no notice of a failure.
  if (isOver) await announceNotices(ownerId);
}

/**
 * Shows the notice on open pages, and queues a mail where the site sends mail. The link needs a sign-in: the mail alone opens
 * nothing. Never throws: the archive is ready without it.
 */
async function announceReady({ id, owner_id: ownerId }: ClaimedExport): Promise<void> {
  try {
    await announceNotices(ownerId);
    const email = sendsMail() ? await readEmail(ownerId) : null;
    if (email === null) return;
    await mailExportLink({ email, link: `${publicOrigin()}/console/account/exports`, days: EXPORT_DAYS });
  } catch (err) {
    log.warn({ err, export_id: id }, 'a mail about an archive was not queued');
  }
}

// An archive has up to 512 MiB, so that a thousand of them would be one very long statement.
registerCleanup({ name: 'owner_exports', batchSize: 20, removeBatch: (limit) => deleteExpired(now(), limit) });
