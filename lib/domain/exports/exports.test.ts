import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { pool } from '@/lib/data/database';
import { listExportFiles, registerExport } from '@/lib/data/exports';
import { sendDueMails } from '@/lib/domain/mail';
import { followNews, listNotices } from '@/lib/domain/notifications';
import { closeMail } from '@/lib/gateway';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import '@/lib/tools';
import '@/lib/tools/owner';
import { listExports, makeDueExports, nextExportDue, openExport, requestExport } from '.';
import { writeArchive } from './archive';
import { type ClaimedExport, claimExport, deleteChunks, readChunk, storeChunk, storeOutcome } from './exports.repo';

useCatalog();
useClock();
afterAll(closeMail);

/** Why the rows of a table are in no archive. */
const NOT_EXPORTED: Record<string, readonly string[]> = {
  'It has no data of owners or their agents.': [
    '_prisma_migrations',
    'announcements',
    'archived_months',
    'backup_runs',
    'cinema_movies',
    'cinema_showings',
    'cinema_theaters',
    'golden_sessions',
    'incident_updates',
    'incidents',
    'part_days',
    'relay_days',
    'stream_heads',
    'status_days',
    'town_buildings',
    'werewolf_queues',
  ],
  'Its rows are secrets, or open something, and live for minutes or days.': [
    'admin_links',
    'app_tokens',
    'invitations',
    'oauth_codes',
    'passkey_challenges',
  ],
  'It is the work of the server for some hours or days: copies of answers, counters, archives, mails that were sent, hashes.':
    [
      'export_chunks',
      'idempotency_keys',
      'known_browsers',
      'mail_refusals',
      'mails',
      'owner_exports',
      'push_deliveries',
      'rate_limits',
      'usage_batches',
    ],
  'It names spectators by random ids of their browsers.': ['werewolf_guesses'],
  'It describes apps and not their users; connected apps are among the keys.': ['oauth_clients'],
  'It relates an owner to other owners, so that ratings cannot be farmed.': ['ranking_pair_days', 'rating_opponents'],
  'What all players did in a match or a league together; the own moves and results are exported, the rest is public.': [
    'league_corrections',
    'league_exchanges',
    'league_health',
    'league_transcripts',
    'match_positions',
  ],
  'What is said about faults of an experience has arguments of other people.': ['experience_failures'],
  'Bookings of the cinema are a game; they stand in the answers of its sessions.': [
    'cinema_booking_seats',
    'cinema_bookings',
    'cinema_sessions',
  ],
  'Of its streams only the messages that the own agents wrote are exported.': [],
};

const tablesOf = (rows: string): string[] =>
  [...rows.matchAll(/\b(?:FROM|JOIN) ([a-z_]+)/g)].map(([, name = '']) => name);

describe('the files of an archive', () => {
  it('have the rows of every table, except of those that are listed with a reason', async () => {
    const { rows } = await pool().query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const exported = listExportFiles().flatMap((file) => tablesOf(file.rows));
    const listed = Object.values(NOT_EXPORTED).flat();
    expect(listed.filter((name) => exported.includes(name))).toEqual([]);
    expect([...new Set([...exported, ...listed])].sort()).toEqual(rows.map(({ name }) => name));
  });

  it('select by the owner or the agents, name their columns, and none that is a secret', () => {
    for (const { name, rows } of listExportFiles()) {
      expect([name, /\$1|ANY \(\$2/.test(rows)]).toEqual([name, true]);
      const columns = rows.slice(0, rows.search(/\bFROM\b/));
      expect([name, columns]).toEqual([
        name,
        expect.not.stringMatching(/\*|hash|secret|sealed|token(?!s)|public_key|password/),
      ]);
    }
  });

  it('are described in docs/export.md, each in one line', () => {
    const documented = [...fs.readFileSync('docs/export.md', 'utf8').matchAll(/^\| `([\w/]+\.jsonl)` \|/gm)].map(
      ([, name]) => name,
    );
    expect(documented).toEqual(listExportFiles().map(({ name }) => name));
  });
});

const never = () => new AbortController().signal;
const stateOf = async (ownerId: Parameters<typeof listExports>[0]) => (await listExports(ownerId))[0];

describe('the making of an archive', () => {
  it('is done once at a time for an owner and three times a day', async () => {
    const { ownerId } = await ownerFixture();
    const asked = await Promise.allSettled([requestExport(ownerId), requestExport(ownerId)]);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'INVALID_STATE' } });
    await Promise.all([makeDueExports(never()), makeDueExports(never())]);
    for (let n = 0; n < 2; n++) {
      await requestExport(ownerId);
      await makeDueExports(never());
    }
    await expect(requestExport(ownerId)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterS: expect.any(Number),
    });
    advanceClock(24 * 3_600_000);
    expect((await requestExport(ownerId)).status).toBe('pending');
    await makeDueExports(never());
  });

  it('is announced by a notice, and by a mail whose link needs a sign-in', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, _session, done) {
        received.push((await text(stream)).replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    env().SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    env().MAIL_FROM = 'Botplay <no-reply@botplay.example>';
    const { ownerId, email } = await ownerFixture();
    const { export_id: exportId } = await requestExport(ownerId);
    await makeDueExports(never());
    expect((await listNotices({ ownerId, limit: 5 })).notices).toMatchObject([
      { type: 'export_ready', data: { export_id: exportId } },
    ]);
    expect(await sendDueMails()).toBe(1);
    expect(received[0]).toContain(`To: ${email}`);
    expect(received[0]).toContain('http://localhost:3000/console/account/exports');
    expect(received[0]).not.toContain(exportId);
    env().SMTP_URL = '';
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('is tried again after a fault or a stop, is then given up, and stores nothing that is not complete', async () => {
    const { ownerId } = await ownerFixture();
    registerExport('fault of the test', {
      'zz/fault': { about: 'A fault', rows: 'SELECT 1 / 0 AS x WHERE $1 IS NOT NULL' },
    });
    await requestExport(ownerId);
    const chunks = async () =>
      (
        await pool().query(
          'SELECT 1 FROM export_chunks c JOIN owner_exports e ON e.id = c.export_id WHERE e.owner_id = $1',
          [ownerId],
        )
      ).rows.length;
    let woken = 0;
    const stop = followNews(ownerId, () => woken++);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await makeDueExports(never());
      expect(await chunks()).toBe(0);
      expect((await stateOf(ownerId))?.status).toBe(attempt < 3 ? 'pending' : 'failed');
      expect(await makeDueExports(never())).toBe(0);
      advanceClock(61_000);
    }
    stop();
    expect(woken).toBe(1);
    expect((await stateOf(ownerId))?.error).toContain('could not be made');
    registerExport('fault of the test', {});

    const other = await ownerFixture();
    await requestExport(other.ownerId);
    expect(await makeDueExports(AbortSignal.abort())).toBe(0);
    expect(await nextExportDue()).not.toBeNull();
    await makeDueExports(never());
    expect((await stateOf(other.ownerId))?.status).toBe('ready');
  });

  it('keeps an archive with its notice or not at all, and keeps it when the mail cannot be queued', async () => {
    const { ownerId } = await ownerFixture();
    const { export_id: exportId } = await requestExport(ownerId);
    await pool().query('ALTER TABLE notifications RENAME TO notifications_away');
    await makeDueExports(never());
    await pool().query('ALTER TABLE notifications_away RENAME TO notifications');
    expect((await stateOf(ownerId))?.status).toBe('pending');

    env().SMTP_URL = 'smtp://127.0.0.1:1';
    await pool().query('ALTER TABLE mails RENAME TO mails_away');
    advanceClock(61_000);
    await makeDueExports(never());
    await pool().query('ALTER TABLE mails_away RENAME TO mails');
    env().SMTP_URL = '';
    expect((await stateOf(ownerId))?.status).toBe('ready');
    expect((await listNotices({ ownerId, limit: 5 })).notices).toMatchObject([{ type: 'export_ready' }]);
    const { bytes, pieces } = await openExport({ ownerId, exportId });
    let read = 0;
    for await (const piece of pieces) read += piece.length;
    expect(read).toBe(bytes);
  });

  it('is removed when it expires, however many expire in one hour', async () => {
    const { ownerId } = await ownerFixture();
    await pool().query(
      `INSERT INTO owner_exports (id, owner_id, status, due_at, requested_at, expires_at)
       SELECT gen_random_uuid(), $1, 'failed', $2, $2, $2 FROM generate_series(1, 45)`,
      [ownerId, new Date(now().getTime() - 1_000)],
    );
    await runCleanups(never());
    expect((await pool().query('SELECT 1 FROM owner_exports WHERE owner_id = $1', [ownerId])).rows).toEqual([]);
  });

  it('goes on in another process when one dies', async () => {
    const { ownerId } = await ownerFixture();
    const { export_id: exportId } = await requestExport(ownerId);
    // The process that died had claimed it and stored a piece.
    await pool().query(`UPDATE owner_exports SET attempts = 1, due_at = now() + interval '5 minutes' WHERE id = $1`, [
      exportId,
    ]);
    await pool().query(`INSERT INTO export_chunks VALUES ($1, 0, 'half of it')`, [exportId]);
    expect(await makeDueExports(never())).toBe(0);
    advanceClock(5 * 60_000 + 1_000);
    expect(await makeDueExports(never())).toBe(1);
    const { pieces } = await openExport({ ownerId, exportId });
    const first = (await pieces.next()).value as Buffer;
    expect(first.subarray(0, 2).toString()).toBe('PK');
  });

  it('is never ready with pieces missing: a process whose claim has run out stores nothing more', async () => {
    const { ownerId } = await ownerFixture();
    const { export_id: id } = await requestExport(ownerId);
    const at = now();
    const later = new Date(at.getTime() + 60_000);
    const claim = async (leaseUntil: Date) => (await claimExport(at, leaseUntil)) ?? expect.fail('no archive is due');
    const of = { ownerId, at, chunkBytes: 200, maxBytes: 10_000_000, stopping: never() };
    const first = await claim(at);
    const claims: ClaimedExport[] = [];
    const written = writeArchive(of, async (number, bytes) => {
      if (number === 2) {
        claims.push(await claim(later));
        await deleteChunks(first);
        expect(await readChunk(id, 0)).not.toBeNull();
        await deleteChunks(claims[0] as ClaimedExport);
      }
      await storeChunk(first, { number, bytes, leaseUntil: at });
    });
    await expect(written).rejects.toThrow('the claim 1 of the archive');
    expect(claims).toMatchObject([{ id, attempts: 2 }]);
    const outcome = { id, at, dueAt: at, error: null };
    for (const status of ['ready', 'pending', 'failed'] as const)
      expect(await storeOutcome({ ...outcome, attempts: 1, status, bytes: 1 })).toBe(false);
    expect(await readChunk(id, 0)).toBeNull();
    const [second] = claims as [ClaimedExport];
    const bytes = await writeArchive(of, (number, piece) =>
      storeChunk(second, { number, bytes: piece, leaseUntil: later }),
    );
    expect(await storeOutcome({ ...outcome, attempts: 2, status: 'ready', bytes })).toBe(true);
    const pieces: Buffer[] = [];
    for await (const piece of (await openExport({ ownerId, exportId: id })).pieces) pieces.push(piece);
    expect(Buffer.concat(pieces)).toHaveLength(bytes);
  });

  it('reads one state of the database, is streamed in pieces, and is bounded', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const rows = 3_000;
    await pool().query(
      `INSERT INTO audit_entries (id, agent_id, credential_id, tool, transport, outcome, status, duration_us, at)
       SELECT gen_random_uuid(), $1, 'key:test', md5(n::text) || md5((n * 7)::text), 'rest', 'ok', 200, n, now() FROM generate_series(1, $2) AS n`,
      [agentId, rows],
    );
    const pieces: Buffer[] = [];
    const of = { ownerId: owner.ownerId, at: new Date(), chunkBytes: 16_384, stopping: never() };
    const bytes = await writeArchive({ ...of, maxBytes: 10_000_000 }, async (number, piece) => {
      expect(number).toBe(pieces.length);
      // A call that is recorded while the archive is made is not in it.
      if (number === 0) await pool().query('DELETE FROM audit_entries WHERE agent_id = $1', [agentId]);
      pieces.push(piece);
    });
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(bytes);
    const { unzipSync } = await import('fflate');
    const calls = Buffer.from(unzipSync(Buffer.concat(pieces))['activity/calls.jsonl'] ?? []).toString();
    expect(calls.trim().split('\n')).toHaveLength(rows);
    await expect(writeArchive({ ...of, maxBytes: 1_000 }, async () => {})).rejects.toThrow();
  });
});
